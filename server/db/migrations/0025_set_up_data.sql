-- Operators of before could do everything: they stay what they were, under the role that says so.
INSERT INTO audit_log (actor_uid, action, subject_type, subject_id, details, at)
  SELECT 'system', 'role.change', 'user', uid, '{"from": "operator", "to": "owner"}', now() FROM users WHERE role = 'operator';
--> statement-breakpoint
UPDATE users SET role = 'owner' WHERE role = 'operator';
--> statement-breakpoint
-- Whom a sample's removal or an operator's SQL had taken from the list.
UPDATE associates SET state = 'paused' WHERE NOT is_listed;
--> statement-breakpoint
INSERT INTO topic_versions (topic) VALUES ('content') ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- Drafts are nobody's public data.
CREATE TRIGGER content_versions_touch AFTER INSERT OR UPDATE ON content_versions
  FOR EACH ROW WHEN (NEW.state = 'published') EXECUTE FUNCTION touch_topic('content');
--> statement-breakpoint
-- Whether the service is open is on every page.
CREATE TRIGGER settings_touch AFTER INSERT OR UPDATE ON settings
  FOR EACH ROW WHEN (NEW.key = 'opening') EXECUTE FUNCTION touch_topic('content');
--> statement-breakpoint
-- What was in use stays open; an installation with nothing but sample data is open as long as that is loaded.
INSERT INTO settings (key, value) SELECT 'opening', '{"isOpen": true, "isFromBefore": true}'
  WHERE NOT EXISTS (SELECT FROM settings WHERE key = 'sample')
    AND (EXISTS (SELECT FROM applications) OR EXISTS (SELECT FROM donations) OR EXISTS (SELECT FROM associates));
--> statement-breakpoint
-- What /admin/donors finds people by: folded as the search of applications does.
CREATE FUNCTION donor_text(last_name text, first_name text, last_name_kana text, first_name_kana text, tel text,
  email text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT concat_ws('|', fold_search(tel || '|' || email), fold_search(last_name || first_name),
    fold_search(last_name_kana || first_name_kana))
$$;
--> statement-breakpoint
-- All that applications say of one who made them: each way of writing it once, and the numbers. The newest are
-- enough, and bound what one correction costs.
CREATE FUNCTION applications_donor_text(whose_uid text, whose_email text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws('|', string_agg(DISTINCT donor_text(a.last_name, a.first_name, a.last_name_kana,
    a.first_name_kana, a.tel, a.email), '|'), string_agg(fold_search(a.appraisal_id), '|'))
  FROM (
    (SELECT * FROM applications WHERE uid = whose_uid ORDER BY created_at DESC, appraisal_id DESC LIMIT 200)
    UNION ALL
    (SELECT * FROM applications WHERE email = whose_email AND uid IS NULL AND whose_uid IS NULL
      ORDER BY created_at DESC, appraisal_id DESC LIMIT 200)
  ) AS a
$$;
--> statement-breakpoint
-- Writes the text of a member anew. Whoever adds to it meanwhile waits for the row, and adds to what stands then.
CREATE FUNCTION write_member_search(whose text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM donor_search WHERE uid = whose FOR UPDATE;
  INSERT INTO donor_search (id, uid, email, created_at, folded)
  SELECT u.uid, u.uid, u.email, u.created_at, concat_ws('|', donor_text(u.last_name, u.first_name, u.last_name_kana,
    u.first_name_kana, u.tel, u.email), applications_donor_text(u.uid, NULL))
  FROM users u WHERE u.uid = whose
  ON CONFLICT (id) DO UPDATE SET email = excluded.email, folded = excluded.folded;
END $$;
--> statement-breakpoint
-- The same for a guest; without an application there is none.
CREATE FUNCTION write_guest_search(whose text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM donor_search WHERE email = whose AND uid IS NULL FOR UPDATE;
  IF whose = '' OR NOT EXISTS (SELECT FROM applications WHERE email = whose AND uid IS NULL) THEN
    DELETE FROM donor_search WHERE email = whose AND uid IS NULL;
    RETURN;
  END IF;
  INSERT INTO donor_search (id, email, created_at, folded)
  SELECT appraisal_id, email, created_at, applications_donor_text(NULL, email) FROM applications
  WHERE email = whose AND uid IS NULL ORDER BY created_at DESC, appraisal_id DESC LIMIT 1
  ON CONFLICT (email) WHERE uid IS NULL
  DO UPDATE SET id = excluded.id, created_at = excluded.created_at, folded = excluded.folded;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_user_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_member_search(NEW.uid);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_search AFTER INSERT OR UPDATE OF last_name, first_name, last_name_kana, first_name_kana, tel, email ON users FOR EACH ROW EXECUTE FUNCTION keep_user_search();
--> statement-breakpoint
-- New applications add to what is there: two of one person at once both stand in it.
CREATE FUNCTION add_donor_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE donor_search s SET folded = s.folded || CASE WHEN position(a.person IN s.folded) > 0 THEN '' ELSE '|' || a.person END
    || '|' || a.numbers
  FROM (
    SELECT uid, string_agg(DISTINCT donor_text(last_name, first_name, last_name_kana, first_name_kana, tel, email), '|') AS person,
      string_agg(fold_search(appraisal_id), '|') AS numbers
    FROM added WHERE uid IS NOT NULL GROUP BY uid
  ) AS a WHERE s.uid = a.uid;
  INSERT INTO donor_search AS s (id, email, created_at, folded)
  SELECT (array_agg(appraisal_id ORDER BY created_at DESC, appraisal_id DESC))[1], email, max(created_at),
    string_agg(DISTINCT donor_text(last_name, first_name, last_name_kana, first_name_kana, tel, email), '|')
    || '|' || string_agg(fold_search(appraisal_id), '|')
  FROM added WHERE uid IS NULL AND email <> '' GROUP BY email ORDER BY email
  ON CONFLICT (email) WHERE uid IS NULL DO UPDATE SET
    id = CASE WHEN (excluded.created_at, excluded.id) > (s.created_at, s.id) THEN excluded.id ELSE s.id END,
    created_at = greatest(s.created_at, excluded.created_at), folded = s.folded || '|' || excluded.folded;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER applications_donor_added AFTER INSERT ON applications REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_donor_search();
--> statement-breakpoint
-- Whose applications say something else now, or belong to somebody else: their texts are made anew.
CREATE FUNCTION mend_donor_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  whose record;
BEGIN
  -- A guest goes by the number of their newest application: it may go to somebody else.
  DELETE FROM donor_search s USING removed o JOIN added n USING (appraisal_id)
  WHERE s.id = o.appraisal_id AND s.uid IS NULL AND (o.uid, o.email) IS DISTINCT FROM (n.uid, n.email);
  FOR whose IN
    SELECT DISTINCT side.uid, CASE WHEN side.uid IS NULL THEN side.email END AS email
    FROM removed o JOIN added n USING (appraisal_id),
      LATERAL (VALUES (o.uid, o.email), (n.uid, n.email)) AS side (uid, email)
    WHERE (o.uid, o.email, o.tel, o.last_name, o.first_name, o.last_name_kana, o.first_name_kana, o.created_at)
      IS DISTINCT FROM (n.uid, n.email, n.tel, n.last_name, n.first_name, n.last_name_kana, n.first_name_kana, n.created_at)
    ORDER BY 1, 2
  LOOP
    IF whose.uid IS NULL THEN PERFORM write_guest_search(whose.email);
    ELSE PERFORM write_member_search(whose.uid);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER applications_donor_mended AFTER UPDATE ON applications REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mend_donor_search();
--> statement-breakpoint
CREATE FUNCTION drop_donor_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  whose record;
BEGIN
  FOR whose IN SELECT DISTINCT uid, CASE WHEN uid IS NULL THEN email END AS email FROM removed ORDER BY 1, 2 LOOP
    IF whose.uid IS NULL THEN PERFORM write_guest_search(whose.email);
    ELSE PERFORM write_member_search(whose.uid);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER applications_donor_removed AFTER DELETE ON applications REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION drop_donor_search();
--> statement-breakpoint
-- All of them anew: for a database of before, and for a sample that is loaded without triggers.
CREATE FUNCTION fill_donor_search() RETURNS void LANGUAGE sql AS $$
  INSERT INTO donor_search (id, uid, email, created_at, folded)
  SELECT u.uid, u.uid, u.email, u.created_at, concat_ws('|', donor_text(u.last_name, u.first_name, u.last_name_kana,
    u.first_name_kana, u.tel, u.email), applications_donor_text(u.uid, NULL)) FROM users u
  ON CONFLICT (id) DO UPDATE SET email = excluded.email, folded = excluded.folded;
  INSERT INTO donor_search (id, email, created_at, folded)
  SELECT DISTINCT ON (email) appraisal_id, email, created_at, applications_donor_text(NULL, email) FROM applications
  WHERE uid IS NULL AND email <> '' ORDER BY email, created_at DESC, appraisal_id DESC
  ON CONFLICT (email) WHERE uid IS NULL
  DO UPDATE SET id = excluded.id, created_at = excluded.created_at, folded = excluded.folded;
$$;
--> statement-breakpoint
SELECT fill_donor_search();
--> statement-breakpoint
-- What waited for an answer when the clock of three days came.
UPDATE contact_messages SET due_at = created_at + interval '3 days' WHERE answered_at IS NULL;
--> statement-breakpoint
UPDATE listing_applications SET due_at = created_at + interval '3 days' WHERE state = 'new';
--> statement-breakpoint
-- Without a join of what was and what is: as a loop within a loop it took seconds where thousands change at once.
CREATE OR REPLACE FUNCTION sum_applications() RETURNS trigger LANGUAGE plpgsql
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
      SELECT appraisal_id, sum(side) AS sign FROM (
        SELECT appraisal_id, 1 AS side FROM added WHERE state = 'donated'
        UNION ALL SELECT appraisal_id, -1 FROM removed WHERE state = 'donated'
      ) AS sides GROUP BY appraisal_id HAVING sum(side) <> 0
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
-- Organisations of a sample that was loaded before: as server/db/sample/organisations.ts has them now.
INSERT INTO associate_agreements (id, associate_id, starts_on, fee_basis_points, note, created_by, created_at)
  SELECT id || '-agreement', id, (created_at AT TIME ZONE 'Asia/Tokyo')::date, 1000,
    '見本の契約です。手数料や送金の条件は、実際のものではありません。', 'system', created_at
  FROM associates WHERE is_sample;
