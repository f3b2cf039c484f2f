-- The search of /admin/donors: one folded text for each member and each guest, kept by triggers.

-- The searched text of one way of writing a person.
CREATE FUNCTION donor_text(last_name text, first_name text, last_name_kana text, first_name_kana text, tel text,
  email text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT concat_ws('|', fold_search(tel || '|' || email), fold_search(last_name || first_name),
    fold_search(last_name_kana || first_name_kana))
$$;

-- All that a person's newest 200 applications say of them: each way of writing it once, and the numbers. The limit
-- bounds the cost of one correction.
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

-- Rewrites a member's text. A concurrent addition waits for the row and adds to the new text.
CREATE FUNCTION write_member_search(whose text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM donor_search WHERE uid = whose FOR UPDATE;
  INSERT INTO donor_search (id, uid, email, created_at, folded)
  SELECT u.uid, u.uid, u.email, u.created_at, concat_ws('|', donor_text(u.last_name, u.first_name, u.last_name_kana,
    u.first_name_kana, u.tel, u.email), applications_donor_text(u.uid, NULL))
  FROM users u WHERE u.uid = whose
  ON CONFLICT (id) DO UPDATE SET email = excluded.email, folded = excluded.folded;
END $$;

-- Rewrites a guest's text, or deletes it with their last application.
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

CREATE FUNCTION keep_user_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_member_search(NEW.uid);
  RETURN NULL;
END $$;

CREATE TRIGGER users_search AFTER INSERT OR UPDATE OF last_name, first_name, last_name_kana, first_name_kana, tel, email ON users FOR EACH ROW EXECUTE FUNCTION keep_user_search();

-- Adds new applications to the texts, so that two of one person at once are both in it.
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

CREATE TRIGGER applications_donor_added AFTER INSERT ON applications REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_donor_search();

-- Rewrites the texts of people whose applications were edited or moved to another person.
CREATE FUNCTION mend_donor_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  whose record;
BEGIN
  -- A guest's id is the number of their newest application, which may move to another person.
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

CREATE TRIGGER applications_donor_mended AFTER UPDATE ON applications REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION mend_donor_search();

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

CREATE TRIGGER applications_donor_removed AFTER DELETE ON applications REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION drop_donor_search();
