-- A page is dropped by what it read, record by record: so each change of a topic says which of its records it touched,
-- '' where any may be another one now. The second argument is an expression of the rows of the statement.
CREATE OR REPLACE FUNCTION touch_records() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reached bigint;
  rows_of text;
BEGIN
  UPDATE topic_versions SET version = version + 1 WHERE topic = TG_ARGV[0] RETURNING version INTO reached;
  PERFORM pg_notify('topics', TG_ARGV[0]);
  rows_of := CASE TG_OP
    WHEN 'INSERT' THEN format('SELECT %s FROM added', TG_ARGV[1])
    WHEN 'UPDATE' THEN format('SELECT %1$s FROM added UNION SELECT %1$s FROM removed', TG_ARGV[1])
    WHEN 'DELETE' THEN format('SELECT %s FROM removed', TG_ARGV[1])
    -- TRUNCATE: all of them.
    ELSE 'SELECT '''''
  END;
  EXECUTE format('INSERT INTO topic_changes (topic, key, version) SELECT $1, coalesce(key, ''''), $2 FROM (%s) AS touched (key)
    GROUP BY 2 ON CONFLICT (topic, key) DO UPDATE SET version = excluded.version', rows_of)
  USING TG_ARGV[0], reached;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION touch_topic() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reached bigint;
BEGIN
  UPDATE topic_versions SET version = version + 1 WHERE topic = TG_ARGV[0] RETURNING version INTO reached;
  PERFORM pg_notify('topics', TG_ARGV[0]);
  INSERT INTO topic_changes (topic, key, version) VALUES (TG_ARGV[0], '', reached)
    ON CONFLICT (topic, key) DO UPDATE SET version = excluded.version;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  touched record;
BEGIN
  FOR touched IN VALUES
    ('associate_visions', 'associates', 'associate_id'),
    ('associate_activities', 'associates', 'associate_id'),
    ('associate_thanks', 'associates', 'associate_id'),
    ('associate_agreements', 'associates', 'associate_id'),
    ('category_associates', 'associates', 'associate_id'),
    -- By the organisation; those for funds are on no organisation's page.
    ('pledges', 'pledges', 'coalesce(associate_id, ''-'')'),
    ('pledge_items', 'pledges', '(SELECT coalesce(associate_id, ''-'') FROM pledges WHERE pledges.id = pledge_id)')
  LOOP
    EXECUTE format('DROP TRIGGER %I ON %I', touched.column1 || '_touch', touched.column1);
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION touch_records(%L, %L)',
      touched.column1 || '_touch_added', touched.column1, touched.column2, touched.column3);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS removed NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION touch_records(%L, %L)',
      touched.column1 || '_touch_changed', touched.column1, touched.column2, touched.column3);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION touch_records(%L, %L)',
      touched.column1 || '_touch_removed', touched.column1, touched.column2, touched.column3);
    EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION touch_records(%L, %L)',
      touched.column1 || '_touch_emptied', touched.column1, touched.column2, touched.column3);
  END LOOP;
END $$;
