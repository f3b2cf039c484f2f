-- Which records of a topic changed at which version of it: who has all of them reads only those again.
CREATE TABLE "topic_changes" (
	"topic" text NOT NULL,
	"key" text NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "topic_changes_topic_key_pk" PRIMARY KEY("topic","key")
);
--> statement-breakpoint
CREATE INDEX "topic_changes_version" ON "topic_changes" USING btree ("topic","version");
--> statement-breakpoint
-- Bumps the topic named first and notes the records of the statement, by the column named second. The
-- topic's row is locked until the commit, so that versions are committed in their order.
CREATE FUNCTION touch_records() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reached bigint;
  rows_of text;
BEGIN
  UPDATE topic_versions SET version = version + 1 WHERE topic = TG_ARGV[0] RETURNING version INTO reached;
  PERFORM pg_notify('topics', TG_ARGV[0]);
  rows_of := CASE TG_OP
    WHEN 'INSERT' THEN format('SELECT %I FROM added', TG_ARGV[1])
    WHEN 'UPDATE' THEN format('SELECT %1$I FROM added UNION SELECT %1$I FROM removed', TG_ARGV[1])
    WHEN 'DELETE' THEN format('SELECT %I FROM removed', TG_ARGV[1])
    -- TRUNCATE: all of them.
    ELSE 'SELECT '''''
  END;
  EXECUTE format('INSERT INTO topic_changes (topic, key, version) SELECT $1, key, $2 FROM (%s) AS touched (key)
    GROUP BY key ON CONFLICT (topic, key) DO UPDATE SET version = excluded.version', rows_of)
  USING TG_ARGV[0], reached;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  touched record;
BEGIN
  FOR touched IN VALUES
    ('associates', 'associates', 'id'),
    ('associate_challenges', 'associates', 'associate_id'),
    ('associate_certifications', 'associates', 'associate_id'),
    ('associate_months', 'sums', 'associate_id')
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
--> statement-breakpoint
-- What the pieces of a text must hold for a folded word to be in it: the word's own whole pieces side by
-- side, or, of a word shorter than a piece, one that begins with it. Pieces that many texts hold, which
-- `common` names from the commonest to the rarest, cost more than they tell: those side by side are left
-- out where there are others, then all that overlap are looked at, which are rarer across the border of
-- two names; where those are common too, the three rarest together. NULL for an empty word.
CREATE OR REPLACE FUNCTION search_query(word text, common text[]) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(
    string_agg(quoted, ' & ') FILTER (WHERE place IS NULL AND is_beside),
    string_agg(quoted, ' & ') FILTER (WHERE place IS NULL),
    array_to_string((array_agg(quoted ORDER BY place DESC))[1:3], ' & '),
    CASE WHEN word <> '' THEN '''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':*' END
  )::tsquery
  FROM (
    SELECT '''' || replace(replace(piece, '\', '\\'), '''', '''''') || '''' AS quoted,
      array_position(common, piece) AS place,
      start % size = 1 OR start = length(word) - size + 1 AS is_beside
    FROM generate_series(1, length(word)) AS start,
      LATERAL (SELECT CASE WHEN substr(word, start, 1) < E'\u0080' THEN 3 ELSE 2 END AS size) AS sizes,
      LATERAL (SELECT substr(word, start, size) AS piece) AS pieces
    WHERE length(piece) = size
  ) AS whole
$$;
