-- Topics (docs/decisions/0052): a change of public data bumps the version of its topic and notes which records
-- it touched, so that listeners drop the pages that show them.
INSERT INTO topic_versions (topic) VALUES
  ('associates'), ('campaigns'), ('challenges'), ('content'), ('pledges'), ('sums');

-- Notes a change of a whole topic, under the key ''.
CREATE FUNCTION touch_topic() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reached bigint;
BEGIN
  UPDATE topic_versions SET version = version + 1 WHERE topic = TG_ARGV[0] RETURNING version INTO reached;
  PERFORM pg_notify('topics', TG_ARGV[0]);
  INSERT INTO topic_changes (topic, key, version) VALUES (TG_ARGV[0], '', reached)
    ON CONFLICT (topic, key) DO UPDATE SET version = excluded.version;
  RETURN NULL;
END $$;

-- Notes a change of single records. The first argument is the topic, the second an expression that gives a record's
-- key from a row of the statement.
CREATE FUNCTION touch_records() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- Tables whose changes touch a whole topic.
DO $$
DECLARE
  touched record;
BEGIN
  FOR touched IN SELECT * FROM (VALUES
    ('campaign_associates', 'campaigns'),
    ('campaigns', 'campaigns'),
    ('challenge_months', 'sums'),
    ('fund_terms', 'challenges'),
    ('measured_days', 'content'),
    ('social_challenges', 'challenges')
  ) AS t (name, topic)
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION touch_topic(%L)', touched.name || '_touch', touched.name, touched.topic);
  END LOOP;
END $$;

-- Drafts are not public.
CREATE TRIGGER content_versions_touch AFTER INSERT OR UPDATE ON content_versions
  FOR EACH ROW WHEN (NEW.state = 'published') EXECUTE FUNCTION touch_topic('content');

-- Every page shows whether the service is open.
CREATE TRIGGER settings_touch AFTER INSERT OR UPDATE ON settings
  FOR EACH ROW WHEN (NEW.key = 'opening') EXECUTE FUNCTION touch_topic('content');

-- A public profile is shown beside its author's pledges.
CREATE TRIGGER users_touch_pledges AFTER UPDATE OF profile_name, profile_text, instagram, facebook, twitter, image_id, banner_image_id ON users
  FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('pledges');

-- Tables whose changes touch single records of a topic.
DO $$
DECLARE
  touched record;
BEGIN
  FOR touched IN SELECT * FROM (VALUES
    ('associate_activities', 'associates', 'associate_id'),
    ('associate_agreements', 'associates', 'associate_id'),
    ('associate_certifications', 'associates', 'associate_id'),
    ('associate_challenges', 'associates', 'associate_id'),
    ('associate_months', 'sums', 'associate_id'),
    ('associate_thanks', 'associates', 'associate_id'),
    ('associate_visions', 'associates', 'associate_id'),
    ('associates', 'associates', 'id'),
    ('category_associates', 'associates', 'associate_id'),
    -- By organisation; pledges for funds are on no organisation's page.
    ('pledge_items', 'pledges', '(SELECT coalesce(associate_id, ''-'') FROM pledges WHERE pledges.id = pledge_id)'),
    ('pledges', 'pledges', 'coalesce(associate_id, ''-'')')
  ) AS t (name, topic, key)
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION touch_records(%L, %L)',
      touched.name || '_touch_added', touched.name, touched.topic, touched.key);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS removed NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION touch_records(%L, %L)',
      touched.name || '_touch_changed', touched.name, touched.topic, touched.key);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION touch_records(%L, %L)',
      touched.name || '_touch_removed', touched.name, touched.topic, touched.key);
    EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION touch_records(%L, %L)',
      touched.name || '_touch_emptied', touched.name, touched.topic, touched.key);
  END LOOP;
END $$;
