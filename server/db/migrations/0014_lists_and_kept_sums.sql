CREATE TABLE "kept_sums" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "kept_sums_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"key" text NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
-- Counts of donations change with every upload, what is said of organisations seldom does.
INSERT INTO topic_versions (topic) VALUES ('sums');
--> statement-breakpoint
DROP TRIGGER associate_months_touch ON associate_months;
--> statement-breakpoint
DROP TRIGGER challenge_months_touch ON challenge_months;
--> statement-breakpoint
CREATE TRIGGER associate_months_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON associate_months FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('sums');
--> statement-breakpoint
CREATE TRIGGER challenge_months_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON challenge_months FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('sums');
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_views_name" UNIQUE("uid","list","name")
);
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
DROP INDEX "pledge_reports_created";
--> statement-breakpoint
DROP INDEX "contact_messages_answered";
--> statement-breakpoint
DROP INDEX "applications_uid";
--> statement-breakpoint
DROP INDEX "appraisals_batch";
--> statement-breakpoint
DROP INDEX "donations_uid";
--> statement-breakpoint
DROP INDEX "donations_associate";
--> statement-breakpoint
DROP INDEX "pledges_public";
--> statement-breakpoint
DROP INDEX "pledges_uid";
--> statement-breakpoint
-- An organisation's pledges by an index of their own.
ALTER TABLE "pledges" ADD COLUMN "associate_id" text;
--> statement-breakpoint
UPDATE pledges p SET associate_id = a.associate_id FROM applications a
WHERE a.appraisal_id = p.appraisal_id AND a.associate_id IS NOT NULL;
--> statement-breakpoint
CREATE FUNCTION keep_pledge_associate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.associate_id := (SELECT associate_id FROM applications WHERE appraisal_id = NEW.appraisal_id);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER pledges_associate BEFORE INSERT ON pledges FOR EACH ROW EXECUTE FUNCTION keep_pledge_associate();
--> statement-breakpoint
CREATE INDEX "kept_sums_key" ON "kept_sums" USING btree ("name","key");
--> statement-breakpoint
CREATE INDEX "applications_kits" ON "applications" USING btree ("created_at","appraisal_id","delivery_date") WHERE "applications"."state" = 'applied';
--> statement-breakpoint
CREATE INDEX "applications_identity" ON "applications" USING btree ("identity","state_changed_at","appraisal_id") WHERE "applications"."state" = 'appraised';
--> statement-breakpoint
CREATE INDEX "donations_receipts" ON "donations" USING btree ("associate_id","donated_at" DESC NULLS FIRST,"appraisal_id") WHERE "donations"."need_receipt" and "donations"."reversed_at" is null;
--> statement-breakpoint
CREATE INDEX "associate_months_month" ON "associate_months" USING btree ("month");
--> statement-breakpoint
CREATE INDEX "listing_applications_rank" ON "listing_applications" USING btree ((case "state" when 'new' then 0 when 'in-talks' then 1 else 2 end),"created_at" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "pledge_reports_rank" ON "pledge_reports" USING btree ((case when "handled_at" is null then 0 else 1 end),"created_at" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "pledges_associate_public" ON "pledges" USING btree ("associate_id","pledged_at" DESC NULLS FIRST,"id") WHERE "pledges"."state" = 'published';
--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_uid","at","id");
--> statement-breakpoint
CREATE INDEX "audit_log_record" ON "audit_log" USING btree ("subject_id","at","id");
--> statement-breakpoint
CREATE INDEX "audit_log_room" ON "audit_log" USING btree (split_part("action", '.', 1),"at","id");
--> statement-breakpoint
CREATE INDEX "contact_messages_rank" ON "contact_messages" USING btree ((case when "answered_at" is null then 0 else 1 end),"created_at" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "outbox_mails_state" ON "outbox_mails" USING btree ("state","id");
--> statement-breakpoint
CREATE INDEX "applications_uid" ON "applications" USING btree ("uid","created_at","appraisal_id");
--> statement-breakpoint
CREATE INDEX "appraisals_batch" ON "appraisals" USING btree ("batch_id","row_number","id");
--> statement-breakpoint
CREATE INDEX "donations_uid" ON "donations" USING btree ("uid","donated_at" DESC NULLS FIRST,"appraisal_id");
--> statement-breakpoint
CREATE INDEX "donations_associate" ON "donations" USING btree ("associate_id","donated_at" DESC NULLS FIRST,"appraisal_id");
--> statement-breakpoint
CREATE INDEX "pledges_public" ON "pledges" USING btree ("pledged_at" DESC NULLS FIRST,"id") WHERE "pledges"."state" = 'published';
--> statement-breakpoint
CREATE INDEX "pledges_uid" ON "pledges" USING btree ("uid","pledged_at" DESC NULLS FIRST,"id");
--> statement-breakpoint
-- Search: one text of all that is asked for, cut into pieces that are rare enough to be looked up.
DROP TRIGGER applications_search ON applications;
--> statement-breakpoint
DROP FUNCTION keep_application_search();
--> statement-breakpoint
DROP TABLE application_search;
--> statement-breakpoint
DROP FUNCTION text_grams(text);
--> statement-breakpoint
CREATE TABLE "application_search" (
	"appraisal_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"folded" text NOT NULL
);
--> statement-breakpoint
-- A text as the operator's search compares it: width, case, kana, the look-alike letters of names,
-- variation selectors, spaces and dashes no longer matter. For what is stored and for what is typed.
CREATE OR REPLACE FUNCTION fold_search(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  -- Of Latin letters and digits alone there is less to fold, and most of what is stored is such.
  SELECT CASE WHEN octet_length(value) = length(value) THEN translate(lower(value), E' \t-', '')
  ELSE translate(
      lower(normalize(value, NFKC)),
      'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ髙﨑碕嵜邉邊齋齊斎濵濱澤廣國嶋嶌德惠瀧龍櫻𠮷𥔎㟢𣘺槗𡈽圡眞圓壽榮學寶實條渕桒栁冨凛彌驒鷗藪籔檜礒靑靜與豐鐵關縣舘兒來莊萬藏邨埜增瀨柗枩劔劒釼劍嶽峯兎曻晧鄕淸黑曾' || E' \t‐‒–—―−ー・-\u200B\u200C\u200D\u2060\uFE00\uFE01\uFE02\uFE03\uFE04\uFE05\uFE06\uFE07\uFE08\uFE09\uFE0A\uFE0B\uFE0C\uFE0D\uFE0E\uFE0F\U000E0100\U000E0101\U000E0102\U000E0103\U000E0104\U000E0105\U000E0106\U000E0107\U000E0108\U000E0109\U000E010A\U000E010B\U000E010C\U000E010D\U000E010E\U000E010F\U000E0110\U000E0111\U000E0112\U000E0113\U000E0114\U000E0115\U000E0116\U000E0117\U000E0118\U000E0119\U000E011A\U000E011B\U000E011C\U000E011D\U000E011E\U000E011F',
      'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ高崎崎崎辺辺斉斉斉浜浜沢広国島島徳恵滝竜桜吉崎崎橋橋土土真円寿栄学宝実条淵桑柳富凜弥騨鴎薮薮桧磯青静与豊鉄関県館児来荘万蔵村野増瀬松松剣剣剣剣岳峰兔昇皓郷清黒曽'
    )
  END
$$;
--> statement-breakpoint
-- The pieces of a folded text whose fields are divided by |: from every letter on two of Japanese,
-- of which there are thousands, or three of Latin letters and digits, of which there are few. The
-- last piece of a field is shorter, so that a word shorter than a piece is the beginning of one.
CREATE FUNCTION search_grams(folded text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  letter text;
  before text := '|';
  first text := '|';
  grams text[] := '{}';
BEGIN
  FOREACH letter IN ARRAY string_to_array(folded, NULL) || ARRAY['|', '|'] LOOP
    IF first <> '|' THEN
      IF before = '|' THEN grams := grams || first;
      ELSIF first < E'\u0080' AND letter <> '|' THEN grams := grams || (first || before || letter);
      ELSE grams := grams || (first || before);
      END IF;
    END IF;
    first := before;
    before := letter;
  END LOOP;
  RETURN array_to_tsvector(grams);
END $$;
--> statement-breakpoint
-- What the pieces of a text must hold for a folded word to be in it: the word's own whole pieces side by
-- side, or, of a word shorter than a piece, one that begins with it. Pieces that many texts hold, which
-- `common` names from the commonest to the rarest, cost more than they tell: without them where there
-- are others, the rarest alone where there are none. NULL for an empty word.
CREATE FUNCTION search_query(word text, common text[]) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(
    string_agg(quoted, ' & ') FILTER (WHERE place IS NULL),
    (array_agg(quoted ORDER BY place DESC))[1],
    CASE WHEN word <> '' THEN '''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':*' END
  )::tsquery
  FROM (
    SELECT '''' || replace(replace(piece, '\', '\\'), '''', '''''') || '''' AS quoted,
      array_position(common, piece) AS place
    FROM generate_series(1, length(word)) AS start,
      LATERAL (SELECT CASE WHEN substr(word, start, 1) < E'\u0080' THEN 3 ELSE 2 END AS size) AS sizes,
      LATERAL (SELECT substr(word, start, size) AS piece) AS pieces
    WHERE length(piece) = size AND (start % size = 1 OR start = length(word) - size + 1)
  ) AS whole
$$;
--> statement-breakpoint
-- All that an application can be found by.
CREATE FUNCTION application_text(appraisal_id text, last_name text, first_name text, last_name_kana text,
  first_name_kana text, tel text, email text, zipcode text, prefecture text, line1 text, line2 text,
  building text, target_name text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT fold_search(concat_ws('|', appraisal_id, tel, email, zipcode)) || '|' || fold_search(
    concat_ws('|', last_name || first_name, last_name_kana || first_name_kana, prefecture || line1 || line2 || building, target_name))
$$;
--> statement-breakpoint
INSERT INTO application_search (appraisal_id, created_at, folded)
SELECT a.appraisal_id, a.created_at, application_text(a.appraisal_id, a.last_name, a.first_name, a.last_name_kana,
  a.first_name_kana, a.tel, a.email, a.zipcode, a.prefecture, a.line1, a.line2, a.building, coalesce(o.name, c.fund_name))
FROM applications a LEFT JOIN associates o ON o.id = a.associate_id
LEFT JOIN social_challenges c ON c.id = a.social_challenge_id ORDER BY a.created_at;
--> statement-breakpoint
ALTER TABLE "application_search" ADD CONSTRAINT "application_search_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "application_search_created" ON "application_search" USING btree ("created_at","appraisal_id");
--> statement-breakpoint
CREATE INDEX "application_search_grams" ON "application_search" USING gin (search_grams("folded"));
--> statement-breakpoint
CREATE FUNCTION add_application_search() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  INSERT INTO application_search (appraisal_id, created_at, folded)
  SELECT a.appraisal_id, a.created_at, application_text(a.appraisal_id, a.last_name, a.first_name, a.last_name_kana,
    a.first_name_kana, a.tel, a.email, a.zipcode, a.prefecture, a.line1, a.line2, a.building, coalesce(o.name, c.fund_name))
  FROM added a LEFT JOIN associates o ON o.id = a.associate_id
  LEFT JOIN social_challenges c ON c.id = a.social_challenge_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER applications_search AFTER INSERT ON applications REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_application_search();
--> statement-breakpoint
CREATE FUNCTION mend_application_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE application_search SET created_at = NEW.created_at, folded = application_text(NEW.appraisal_id, NEW.last_name,
    NEW.first_name, NEW.last_name_kana, NEW.first_name_kana, NEW.tel, NEW.email, NEW.zipcode, NEW.prefecture, NEW.line1,
    NEW.line2, NEW.building, coalesce((SELECT name FROM associates WHERE id = NEW.associate_id),
      (SELECT fund_name FROM social_challenges WHERE id = NEW.social_challenge_id)))
  WHERE appraisal_id = NEW.appraisal_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER applications_search_mended AFTER UPDATE OF last_name, first_name, last_name_kana, first_name_kana, tel, email, zipcode, prefecture, line1, line2, building, associate_id, social_challenge_id, created_at ON applications FOR EACH ROW EXECUTE FUNCTION mend_application_search();
--> statement-breakpoint
-- An organisation with another name: its applications are found by the new one.
CREATE FUNCTION rename_application_search() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  UPDATE application_search s SET folded = application_text(a.appraisal_id, a.last_name, a.first_name, a.last_name_kana,
    a.first_name_kana, a.tel, a.email, a.zipcode, a.prefecture, a.line1, a.line2, a.building, NEW.name)
  FROM applications a WHERE a.associate_id = NEW.id AND s.appraisal_id = a.appraisal_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER associates_search_renamed AFTER UPDATE OF name ON associates FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION rename_application_search();
--> statement-breakpoint
-- Sums: what each row counts for, said once; the triggers and the check of the sums both ask here.
CREATE FUNCTION application_sums(state text, identity text, delivery_date date, boxes integer)
RETURNS TABLE (name text, key text, count bigint, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT s.name, s.key, 1::bigint, s.amount::bigint FROM (VALUES
    ('applications', state, 0),
    ('kits', CASE WHEN state = 'applied' THEN coalesce(to_char(delivery_date, 'YYYY-MM-DD'), '') END, boxes),
    ('identity-checks', CASE WHEN state = 'appraised' THEN identity END, 0)
  ) AS s (name, key, amount) WHERE s.key IS NOT NULL
$$;
--> statement-breakpoint
-- Of a donation that stands: by month and by day in Asia/Tokyo, by target, by wish, by what is still owed.
CREATE FUNCTION donation_sums(associate_id text, social_challenge_id text, amount_yen integer, need_receipt boolean,
  donated_at timestamptz, products text[], state text)
RETURNS TABLE (name text, key text, count bigint, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT s.name, s.key, 1::bigint, s.amount::bigint FROM (VALUES
    ('donation-months', to_char(donated_at AT TIME ZONE 'Asia/Tokyo', 'YYYY-MM'), amount_yen),
    ('associate-donations', associate_id, amount_yen),
    ('fund-donations', social_challenge_id, amount_yen),
    ('receipt-wishes', CASE WHEN need_receipt THEN associate_id END, 0),
    ('owed', CASE WHEN state = 'donated' THEN associate_id END, amount_yen)
  ) AS s (name, key, amount) WHERE s.key IS NOT NULL
  UNION ALL
  SELECT 'goods', to_char(donated_at AT TIME ZONE 'Asia/Tokyo', 'YYYY-MM-DD') || ' ' || product, 1::bigint, 0::bigint
  FROM unnest(products) AS product
$$;
--> statement-breakpoint
CREATE FUNCTION pledge_sums(state text, associate_id text)
RETURNS TABLE (name text, key text, count bigint, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT 'public-pledges', coalesce(associate_id, ''), 1::bigint, 0::bigint WHERE state = 'published'
$$;
--> statement-breakpoint
-- Of a row that only stands somewhere: mails, messages, listings, reports.
CREATE FUNCTION place_sum(list text, place text)
RETURNS TABLE (name text, key text, count bigint, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT list, place, 1::bigint, 0::bigint
$$;
--> statement-breakpoint
CREATE VIEW sums_of_rows AS
SELECT name, key, sum(count)::bigint AS count, sum(amount)::bigint AS amount FROM (
  SELECT s.* FROM applications r, LATERAL application_sums(r.state, r.identity, r.delivery_date, r.boxes) s
  UNION ALL
  SELECT s.* FROM donations r JOIN applications a USING (appraisal_id),
    LATERAL donation_sums(r.associate_id, r.social_challenge_id, r.amount_yen, r.need_receipt, r.donated_at, a.products, a.state) s
  WHERE r.reversed_at IS NULL
  UNION ALL
  SELECT s.* FROM pledges r, LATERAL pledge_sums(r.state, r.associate_id) s
  UNION ALL
  SELECT s.* FROM outbox_mails r, LATERAL place_sum('mails', r.state) s
  UNION ALL
  SELECT s.* FROM contact_messages r, LATERAL place_sum('messages', CASE WHEN r.answered_at IS NULL THEN 'open' ELSE 'answered' END) s
  UNION ALL
  SELECT s.* FROM listing_applications r, LATERAL place_sum('listings', r.state) s
  UNION ALL
  SELECT s.* FROM pledge_reports r, LATERAL place_sum('pledge-reports', CASE WHEN r.handled_at IS NULL THEN 'open' ELSE 'handled' END) s
) AS of_each_row GROUP BY name, key;
--> statement-breakpoint
CREATE FUNCTION sum_applications() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT s.* FROM added r, LATERAL application_sums(r.state, r.identity, r.delivery_date, r.boxes) s
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT s.* FROM added r, LATERAL application_sums(r.state, r.identity, r.delivery_date, r.boxes) s
      UNION ALL
      SELECT name, key, -count AS count, -amount AS amount FROM (SELECT s.* FROM removed r, LATERAL application_sums(r.state, r.identity, r.delivery_date, r.boxes) s) AS gone
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
    -- What is owed hangs on the state of the application as well.
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT 'owed', d.associate_id, sum(sign), sum(sign * d.amount_yen) FROM (
      SELECT appraisal_id, CASE WHEN n.state = 'donated' THEN 1 ELSE -1 END AS sign
      FROM added n JOIN removed o USING (appraisal_id) WHERE (n.state = 'donated') <> (o.state = 'donated')
    ) AS turned JOIN donations d USING (appraisal_id)
    WHERE d.reversed_at IS NULL AND d.associate_id IS NOT NULL GROUP BY d.associate_id;
  ELSE
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT name, key, -count AS count, -amount AS amount FROM (SELECT s.* FROM removed r, LATERAL application_sums(r.state, r.identity, r.delivery_date, r.boxes) s) AS gone
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER applications_sum_added AFTER INSERT ON applications REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_applications();
--> statement-breakpoint
CREATE TRIGGER applications_sum_moved AFTER UPDATE ON applications REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_applications();
--> statement-breakpoint
CREATE TRIGGER applications_sum_removed AFTER DELETE ON applications REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION sum_applications();
--> statement-breakpoint
CREATE FUNCTION sum_donations() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT s.* FROM added r JOIN applications a USING (appraisal_id), LATERAL donation_sums(r.associate_id, r.social_challenge_id, r.amount_yen, r.need_receipt, r.donated_at, a.products, a.state) s WHERE r.reversed_at IS NULL
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT s.* FROM added r JOIN applications a USING (appraisal_id), LATERAL donation_sums(r.associate_id, r.social_challenge_id, r.amount_yen, r.need_receipt, r.donated_at, a.products, a.state) s WHERE r.reversed_at IS NULL
      UNION ALL
      SELECT name, key, -count AS count, -amount AS amount FROM (SELECT s.* FROM removed r JOIN applications a USING (appraisal_id), LATERAL donation_sums(r.associate_id, r.social_challenge_id, r.amount_yen, r.need_receipt, r.donated_at, a.products, a.state) s WHERE r.reversed_at IS NULL) AS gone
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSE
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT name, key, -count AS count, -amount AS amount FROM (SELECT s.* FROM removed r JOIN applications a USING (appraisal_id), LATERAL donation_sums(r.associate_id, r.social_challenge_id, r.amount_yen, r.need_receipt, r.donated_at, a.products, a.state) s WHERE r.reversed_at IS NULL) AS gone
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER donations_sum_added AFTER INSERT ON donations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_donations();
--> statement-breakpoint
CREATE TRIGGER donations_sum_moved AFTER UPDATE ON donations REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_donations();
--> statement-breakpoint
CREATE TRIGGER donations_sum_removed AFTER DELETE ON donations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION sum_donations();
--> statement-breakpoint
CREATE FUNCTION sum_pledges() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT s.* FROM added r, LATERAL pledge_sums(r.state, r.associate_id) s
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT s.* FROM added r, LATERAL pledge_sums(r.state, r.associate_id) s
      UNION ALL
      SELECT name, key, -count AS count, -amount AS amount FROM (SELECT s.* FROM removed r, LATERAL pledge_sums(r.state, r.associate_id) s) AS gone
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSE
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT name, key, -count AS count, -amount AS amount FROM (SELECT s.* FROM removed r, LATERAL pledge_sums(r.state, r.associate_id) s) AS gone
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER pledges_sum_added AFTER INSERT ON pledges REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_pledges();
--> statement-breakpoint
CREATE TRIGGER pledges_sum_moved AFTER UPDATE ON pledges REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_pledges();
--> statement-breakpoint
CREATE TRIGGER pledges_sum_removed AFTER DELETE ON pledges REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION sum_pledges();
--> statement-breakpoint
CREATE FUNCTION sum_outbox_mails() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT s.* FROM added r, LATERAL place_sum('mails', r.state) s
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT s.* FROM added r, LATERAL place_sum('mails', r.state) s
      UNION ALL
      SELECT name, key, -count AS count, -amount AS amount FROM (SELECT s.* FROM removed r, LATERAL place_sum('mails', r.state) s) AS gone
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSE
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT name, key, -count AS count, -amount AS amount FROM (SELECT s.* FROM removed r, LATERAL place_sum('mails', r.state) s) AS gone
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER outbox_mails_sum_added AFTER INSERT ON outbox_mails REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_outbox_mails();
--> statement-breakpoint
CREATE TRIGGER outbox_mails_sum_moved AFTER UPDATE ON outbox_mails REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_outbox_mails();
--> statement-breakpoint
CREATE TRIGGER outbox_mails_sum_removed AFTER DELETE ON outbox_mails REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION sum_outbox_mails();
--> statement-breakpoint
CREATE FUNCTION sum_contact_messages() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT s.* FROM added r, LATERAL place_sum('messages', CASE WHEN r.answered_at IS NULL THEN 'open' ELSE 'answered' END) s
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT s.* FROM added r, LATERAL place_sum('messages', CASE WHEN r.answered_at IS NULL THEN 'open' ELSE 'answered' END) s
      UNION ALL
      SELECT name, key, -count AS count, -amount AS amount FROM (SELECT s.* FROM removed r, LATERAL place_sum('messages', CASE WHEN r.answered_at IS NULL THEN 'open' ELSE 'answered' END) s) AS gone
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSE
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT name, key, -count AS count, -amount AS amount FROM (SELECT s.* FROM removed r, LATERAL place_sum('messages', CASE WHEN r.answered_at IS NULL THEN 'open' ELSE 'answered' END) s) AS gone
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER contact_messages_sum_added AFTER INSERT ON contact_messages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_contact_messages();
--> statement-breakpoint
CREATE TRIGGER contact_messages_sum_moved AFTER UPDATE ON contact_messages REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_contact_messages();
--> statement-breakpoint
CREATE TRIGGER contact_messages_sum_removed AFTER DELETE ON contact_messages REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION sum_contact_messages();
--> statement-breakpoint
CREATE FUNCTION sum_listing_applications() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT s.* FROM added r, LATERAL place_sum('listings', r.state) s
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT s.* FROM added r, LATERAL place_sum('listings', r.state) s
      UNION ALL
      SELECT name, key, -count AS count, -amount AS amount FROM (SELECT s.* FROM removed r, LATERAL place_sum('listings', r.state) s) AS gone
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSE
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT name, key, -count AS count, -amount AS amount FROM (SELECT s.* FROM removed r, LATERAL place_sum('listings', r.state) s) AS gone
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER listing_applications_sum_added AFTER INSERT ON listing_applications REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_listing_applications();
--> statement-breakpoint
CREATE TRIGGER listing_applications_sum_moved AFTER UPDATE ON listing_applications REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_listing_applications();
--> statement-breakpoint
CREATE TRIGGER listing_applications_sum_removed AFTER DELETE ON listing_applications REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION sum_listing_applications();
--> statement-breakpoint
CREATE FUNCTION sum_pledge_reports() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT s.* FROM added r, LATERAL place_sum('pledge-reports', CASE WHEN r.handled_at IS NULL THEN 'open' ELSE 'handled' END) s
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT s.* FROM added r, LATERAL place_sum('pledge-reports', CASE WHEN r.handled_at IS NULL THEN 'open' ELSE 'handled' END) s
      UNION ALL
      SELECT name, key, -count AS count, -amount AS amount FROM (SELECT s.* FROM removed r, LATERAL place_sum('pledge-reports', CASE WHEN r.handled_at IS NULL THEN 'open' ELSE 'handled' END) s) AS gone
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSE
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT name, key, -count AS count, -amount AS amount FROM (SELECT s.* FROM removed r, LATERAL place_sum('pledge-reports', CASE WHEN r.handled_at IS NULL THEN 'open' ELSE 'handled' END) s) AS gone
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER pledge_reports_sum_added AFTER INSERT ON pledge_reports REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_pledge_reports();
--> statement-breakpoint
CREATE TRIGGER pledge_reports_sum_moved AFTER UPDATE ON pledge_reports REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_pledge_reports();
--> statement-breakpoint
CREATE TRIGGER pledge_reports_sum_removed AFTER DELETE ON pledge_reports REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION sum_pledge_reports();
--> statement-breakpoint
INSERT INTO kept_sums (name, key, count, amount) SELECT name, key, count, amount FROM sums_of_rows;
