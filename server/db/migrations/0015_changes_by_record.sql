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
--> statement-breakpoint
-- The same as before in a third of the time. A text as the operator's search compares it: width, case,
-- kana, the look-alike letters of names, variation selectors, spaces and dashes no longer matter.
CREATE OR REPLACE FUNCTION fold_search(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  folded text;
BEGIN
  -- Of Latin letters and digits alone there is less to fold, and most of what is stored is such.
  IF octet_length(value) = length(value) THEN RETURN translate(lower(value), E' \t-', ''); END IF;
  folded := translate(lower(normalize(value, NFKC)), E'ー・ \t-', '');
  -- Each letter is compared with all that are replaced: so these are looked for first.
  IF folded ~ '[ァ-ヾ]' THEN
    folded := translate(folded, 'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ', 'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ');
  END IF;
  IF folded ~ E'[髙﨑碕嵜邉邊齋齊斎濵濱澤廣國嶋嶌德惠瀧龍櫻𠮷𥔎㟢𣘺槗𡈽圡眞圓壽榮學寶實條渕桒栁冨凛彌驒鷗藪籔檜礒靑靜與豐鐵關縣舘兒來莊萬藏邨埜增瀨柗枩劔劒釼劍嶽峯兎曻晧鄕淸黑曾‐‒–—―−\u200B\u200C\u200D\u2060\uFE00\uFE01\uFE02\uFE03\uFE04\uFE05\uFE06\uFE07\uFE08\uFE09\uFE0A\uFE0B\uFE0C\uFE0D\uFE0E\uFE0F\U000E0100\U000E0101\U000E0102\U000E0103\U000E0104\U000E0105\U000E0106\U000E0107\U000E0108\U000E0109\U000E010A\U000E010B\U000E010C\U000E010D\U000E010E\U000E010F\U000E0110\U000E0111\U000E0112\U000E0113\U000E0114\U000E0115\U000E0116\U000E0117\U000E0118\U000E0119\U000E011A\U000E011B\U000E011C\U000E011D\U000E011E\U000E011F]' THEN
    folded := translate(folded, '髙﨑碕嵜邉邊齋齊斎濵濱澤廣國嶋嶌德惠瀧龍櫻𠮷𥔎㟢𣘺槗𡈽圡眞圓壽榮學寶實條渕桒栁冨凛彌驒鷗藪籔檜礒靑靜與豐鐵關縣舘兒來莊萬藏邨埜增瀨柗枩劔劒釼劍嶽峯兎曻晧鄕淸黑曾' || E'‐‒–—―−\u200B\u200C\u200D\u2060\uFE00\uFE01\uFE02\uFE03\uFE04\uFE05\uFE06\uFE07\uFE08\uFE09\uFE0A\uFE0B\uFE0C\uFE0D\uFE0E\uFE0F\U000E0100\U000E0101\U000E0102\U000E0103\U000E0104\U000E0105\U000E0106\U000E0107\U000E0108\U000E0109\U000E010A\U000E010B\U000E010C\U000E010D\U000E010E\U000E010F\U000E0110\U000E0111\U000E0112\U000E0113\U000E0114\U000E0115\U000E0116\U000E0117\U000E0118\U000E0119\U000E011A\U000E011B\U000E011C\U000E011D\U000E011E\U000E011F', '高崎崎崎辺辺斉斉斉浜浜沢広国島島徳恵滝竜桜吉崎崎橋橋土土真円寿栄学宝実条淵桑柳富凜弥騨鴎薮薮桧磯青静与豊鉄関県館児来荘万蔵村野増瀬松松剣剣剣剣岳峰兔昇皓郷清黒曽');
  END IF;
  RETURN folded;
END $$;
--> statement-breakpoint
-- The pieces of a folded text whose fields are divided by |: from every letter on two of Japanese,
-- of which there are thousands, or three of Latin letters and digits, of which there are few. The
-- last piece of a field is shorter, so that a word shorter than a piece is the beginning of one.
CREATE OR REPLACE FUNCTION search_grams(folded text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  letters text[] := string_to_array(folded, NULL) || ARRAY['|', '|'];
BEGIN
  RETURN array_to_tsvector(ARRAY(
    SELECT CASE WHEN b = '|' THEN a WHEN octet_length(a) = 1 AND c <> '|' THEN a || b || c ELSE a || b END
    FROM unnest(letters, letters[2:], letters[3:]) AS side_by_side (a, b, c)
    WHERE a <> '|'
  ));
END $$;
--> statement-breakpoint
-- All that an application can be found by, the same as before: names by themselves, which need little folding.
CREATE OR REPLACE FUNCTION application_text(appraisal_id text, last_name text, first_name text, last_name_kana text,
  first_name_kana text, tel text, email text, zipcode text, prefecture text, line1 text, line2 text,
  building text, target_name text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT concat_ws('|', fold_search(concat_ws('|', appraisal_id, tel, email, zipcode)), fold_search(last_name || first_name),
    fold_search(last_name_kana || first_name_kana),
    fold_search(concat_ws('|', prefecture || line1 || line2 || building, target_name)))
$$;
--> statement-breakpoint
-- The books are checked also where a large loading sets triggers aside.
ALTER TABLE ledger_lines ENABLE ALWAYS TRIGGER ledger_lines_balance;
