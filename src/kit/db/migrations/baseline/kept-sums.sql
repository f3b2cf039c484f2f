-- Kept counts and sums (docs/decisions/0018). A function says which sums a row counts in; the triggers add its
-- changes to kept_sums, and the view counts all rows, for `npm run sums`.

-- No kit leaves for a donor's own carton.
CREATE FUNCTION application_sums(state text, identity text, delivery_date date, boxes integer, needs_kit boolean)
RETURNS TABLE (name text, key text, count bigint, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT s.name, s.key, 1::bigint, s.amount::bigint FROM (VALUES
    ('applications', state, 0),
    ('kits', CASE WHEN state = 'applied' AND needs_kit THEN coalesce(to_char(delivery_date, 'YYYY-MM-DD'), '') END, boxes),
    ('identity-checks', CASE WHEN state = 'appraised' THEN identity END, 0)
  ) AS s (name, key, amount) WHERE s.key IS NOT NULL
$$;

-- Of a donation that is not reversed: by month and day in Asia/Tokyo, target, wish for a receipt, and what is still owed.
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

CREATE FUNCTION pledge_sums(state text, associate_id text)
RETURNS TABLE (name text, key text, count bigint, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT 'public-pledges', coalesce(associate_id, ''), 1::bigint, 0::bigint WHERE state = 'published'
$$;

-- Of a row that counts by its state alone: mails, messages, listings, reports.
CREATE FUNCTION place_sum(list text, place text)
RETURNS TABLE (name text, key text, count bigint, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT list, place, 1::bigint, 0::bigint
$$;

-- Account of the chart that a line's account belongs to.
CREATE FUNCTION ledger_code(account text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT substring(account from '^(owed:[a-z]+|[^:]+)')
$$;

-- Debits and credits by month in Asia/Tokyo, of the account and of its account of the chart.
CREATE FUNCTION ledger_sums(account text, amount_yen bigint, at timestamptz)
RETURNS TABLE (name text, key text, count bigint, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN amount_yen > 0 THEN 'ledger-debit' ELSE 'ledger-credit' END,
    whose || to_char(at AT TIME ZONE 'Asia/Tokyo', ' YYYY-MM'), 1::bigint, abs(amount_yen)
  FROM (SELECT account UNION SELECT ledger_code(account)) AS both_of (whose)
$$;

CREATE VIEW sums_of_rows AS
SELECT name, key, sum(count)::bigint AS count, sum(amount)::bigint AS amount FROM (
  SELECT s.* FROM applications r, LATERAL application_sums(r.state, r.identity, r.delivery_date, r.boxes, r.needs_kit) s
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
  UNION ALL
  SELECT s.* FROM ledger_lines r, LATERAL ledger_sums(r.account, r.amount_yen, r.at) s
) AS of_each_row GROUP BY name, key;

CREATE FUNCTION sum_applications() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT s.* FROM added r, LATERAL application_sums(r.state, r.identity, r.delivery_date, r.boxes, r.needs_kit) s
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT s.* FROM added r, LATERAL application_sums(r.state, r.identity, r.delivery_date, r.boxes, r.needs_kit) s
      UNION ALL
      SELECT name, key, -count AS count, -amount AS amount FROM (SELECT s.* FROM removed r, LATERAL application_sums(r.state, r.identity, r.delivery_date, r.boxes, r.needs_kit) s) AS gone
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
    -- What is owed hangs on the state of the application as well.
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT 'owed', d.associate_id, sum(sign), sum(sign * d.amount_yen) FROM (
      SELECT appraisal_id, sum(side) AS sign FROM (
        SELECT appraisal_id, 1 AS side FROM added WHERE state = 'donated'
        UNION ALL SELECT appraisal_id, -1 FROM removed WHERE state = 'donated'
      ) AS sides GROUP BY appraisal_id HAVING sum(side) <> 0
    ) AS turned,
    -- Each by its index: a plan of before the first donations would look through all of them for every row.
    LATERAL (
      SELECT associate_id, amount_yen FROM donations
      WHERE appraisal_id = turned.appraisal_id AND reversed_at IS NULL AND associate_id IS NOT NULL OFFSET 0
    ) AS d GROUP BY d.associate_id;
  ELSE
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT name, key, -count AS count, -amount AS amount FROM (SELECT s.* FROM removed r, LATERAL application_sums(r.state, r.identity, r.delivery_date, r.boxes, r.needs_kit) s) AS gone
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER applications_sum_added AFTER INSERT ON applications REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_applications();

CREATE TRIGGER applications_sum_moved AFTER UPDATE ON applications REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_applications();

CREATE TRIGGER applications_sum_removed AFTER DELETE ON applications REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION sum_applications();

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

CREATE TRIGGER donations_sum_added AFTER INSERT ON donations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_donations();

CREATE TRIGGER donations_sum_moved AFTER UPDATE ON donations REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_donations();

CREATE TRIGGER donations_sum_removed AFTER DELETE ON donations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION sum_donations();

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

CREATE TRIGGER pledges_sum_added AFTER INSERT ON pledges REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_pledges();

CREATE TRIGGER pledges_sum_moved AFTER UPDATE ON pledges REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_pledges();

CREATE TRIGGER pledges_sum_removed AFTER DELETE ON pledges REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION sum_pledges();

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

CREATE TRIGGER outbox_mails_sum_added AFTER INSERT ON outbox_mails REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_outbox_mails();

CREATE TRIGGER outbox_mails_sum_moved AFTER UPDATE ON outbox_mails REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_outbox_mails();

CREATE TRIGGER outbox_mails_sum_removed AFTER DELETE ON outbox_mails REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION sum_outbox_mails();

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

CREATE TRIGGER contact_messages_sum_added AFTER INSERT ON contact_messages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_contact_messages();

CREATE TRIGGER contact_messages_sum_moved AFTER UPDATE ON contact_messages REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_contact_messages();

CREATE TRIGGER contact_messages_sum_removed AFTER DELETE ON contact_messages REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION sum_contact_messages();

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

CREATE TRIGGER listing_applications_sum_added AFTER INSERT ON listing_applications REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_listing_applications();

CREATE TRIGGER listing_applications_sum_moved AFTER UPDATE ON listing_applications REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_listing_applications();

CREATE TRIGGER listing_applications_sum_removed AFTER DELETE ON listing_applications REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION sum_listing_applications();

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

CREATE TRIGGER pledge_reports_sum_added AFTER INSERT ON pledge_reports REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_pledge_reports();

CREATE TRIGGER pledge_reports_sum_moved AFTER UPDATE ON pledge_reports REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_pledge_reports();

CREATE TRIGGER pledge_reports_sum_removed AFTER DELETE ON pledge_reports REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION sum_pledge_reports();

CREATE FUNCTION sum_ledger_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO kept_sums (name, key, count, amount)
  SELECT name, key, sum(count), sum(amount) FROM (
    SELECT s.* FROM added r, LATERAL ledger_sums(r.account, r.amount_yen, r.at) s
  ) AS moves GROUP BY name, key;
  RETURN NULL;
END $$;

CREATE TRIGGER ledger_lines_sum_added AFTER INSERT ON ledger_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_ledger_lines();
