-- The chart of accounts, as domain/ledger/accounts.ts has it.
INSERT INTO ledger_accounts (code, name, kind, position) VALUES
  ('proceeds', 'お品物の代金', 'asset', 1),
  ('bonus', '加算額', 'expense', 2),
  ('service-fee', '事務手数料', 'income', 3),
  ('handling', '送料・作業費', 'income', 4),
  ('owed:associate', '団体への未送金', 'liability', 5),
  ('owed:fund', '基金の残高', 'liability', 6),
  ('overpaid', '送金しすぎた額', 'asset', 7),
  ('in-transit', '送金中', 'liability', 8),
  ('returned', '組戻しで戻った額', 'liability', 9),
  ('bank', '銀行口座', 'asset', 10),
  ('sale-difference', '売却の差額', 'income', 11),
  ('rounding', '端数', 'expense', 12);
--> statement-breakpoint
-- The account of the chart that a line's account belongs to.
CREATE FUNCTION ledger_code(account text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT substring(account from '^(owed:[a-z]+|[^:]+)')
$$;
--> statement-breakpoint
-- Debits and credits by Asia/Tokyo month: of each account, and of each of the chart.
CREATE FUNCTION ledger_sums(account text, amount_yen bigint, at timestamptz)
RETURNS TABLE (name text, key text, count bigint, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN amount_yen > 0 THEN 'ledger-debit' ELSE 'ledger-credit' END,
    whose || to_char(at AT TIME ZONE 'Asia/Tokyo', ' YYYY-MM'), 1::bigint, abs(amount_yen)
  FROM (SELECT account UNION SELECT ledger_code(account)) AS both_of (whose)
$$;
--> statement-breakpoint
CREATE OR REPLACE VIEW sums_of_rows AS
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
--> statement-breakpoint
CREATE FUNCTION sum_ledger_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO kept_sums (name, key, count, amount)
  SELECT name, key, sum(count), sum(amount) FROM (
    SELECT s.* FROM added r, LATERAL ledger_sums(r.account, r.amount_yen, r.at) s
  ) AS moves GROUP BY name, key;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_lines_sum_added AFTER INSERT ON ledger_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sum_ledger_lines();
--> statement-breakpoint
-- What a closed month says does not move: who posts waits for a close that is being made, and is refused after it.
CREATE FUNCTION guard_closed_months() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  closed date;
BEGIN
  -- Shared: postings do not wait for each other, and the close waits for them all.
  PERFORM pg_advisory_xact_lock_shared(7461013);
  SELECT c.month INTO closed FROM closed_months c
  WHERE c.month IN (SELECT DISTINCT date_trunc('month', at AT TIME ZONE 'Asia/Tokyo')::date FROM added) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the books of % are closed', to_char(closed, 'YYYY-MM') USING ERRCODE = 'check_violation', CONSTRAINT = 'closed_months_guard';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_lines_open_month AFTER INSERT ON ledger_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION guard_closed_months();
--> statement-breakpoint
-- What the service keeps is said on pages.
CREATE TRIGGER associate_agreements_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON associate_agreements FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('associates');
--> statement-breakpoint
CREATE TRIGGER fund_terms_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON fund_terms FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('challenges');
--> statement-breakpoint
CREATE TRIGGER posting_notes_append_only BEFORE UPDATE OR DELETE ON posting_notes FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER closed_months_append_only BEFORE UPDATE OR DELETE ON closed_months FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
INSERT INTO money_settings (id, changed_at) VALUES (1, now());
--> statement-breakpoint
-- A remittance asked for box by box can no longer be carried out: runs took its place.
UPDATE approvals SET state = 'withdrawn', decided_by = 'system', decided_at = now(),
  decision_note = '送金は、送金の画面から団体ごとにまとめて行うようになりました。この依頼は取り下げられています。'
WHERE kind = 'remittance' AND state = 'waiting';
--> statement-breakpoint
-- From here on: what was said to be sent is booked, what is owed becomes open items. The figures are told before and after.
DO $$
DECLARE
  figures text;
BEGIN
  SELECT format('donations %s (%s yen), said to be sent %s (%s yen) without a remittance, remittances %s (%s yen), owed in the ledger %s yen, receipts %s (%s yen)',
    (SELECT count(*) FROM donations WHERE reversed_at IS NULL), (SELECT coalesce(sum(amount_yen), 0) FROM donations WHERE reversed_at IS NULL),
    (SELECT count(*) FROM donations d JOIN applications a USING (appraisal_id) WHERE d.reversed_at IS NULL AND d.remittance_id IS NULL AND a.state IN ('remitted', 'thanked')),
    (SELECT coalesce(sum(d.amount_yen), 0) FROM donations d JOIN applications a USING (appraisal_id) WHERE d.reversed_at IS NULL AND d.remittance_id IS NULL AND a.state IN ('remitted', 'thanked')),
    (SELECT count(*) FROM remittances), (SELECT coalesce(sum(amount_yen), 0) FROM remittances),
    (SELECT coalesce(-sum(amount_yen), 0) FROM ledger_lines WHERE account LIKE 'owed:%'),
    (SELECT count(*) FROM receipts), (SELECT coalesce(sum(amount_yen), 0) FROM receipts)) INTO figures;
  RAISE NOTICE 'money before: %', figures;
END $$;
--> statement-breakpoint
UPDATE remittances r SET state = 'confirmed', confirmed_by = created_by, confirmed_by_source = 'before',
  sent_at = coalesce(sent_at, created_at), received_on = (coalesce(sent_at, created_at) AT TIME ZONE 'Asia/Tokyo')::date,
  gift_yen = amount_yen,
  gift_count = (SELECT count(*) FROM donations d WHERE d.remittance_id = r.id AND d.reversed_at IS NULL);
--> statement-breakpoint
CREATE TEMPORARY TABLE said_sent ON COMMIT DROP AS
SELECT d.id AS donation_id, d.associate_id, d.social_challenge_id, d.amount_yen, coalesce(e.at, a.state_changed_at) AS at, e.actor_uid,
  'before-' || coalesce(d.associate_id, 'fund-' || d.social_challenge_id) || '-'
    || to_char(coalesce(e.at, a.state_changed_at) AT TIME ZONE 'Asia/Tokyo', 'YYYY-MM') AS remittance_id
FROM donations d JOIN applications a USING (appraisal_id)
LEFT JOIN LATERAL (
  SELECT at, actor_uid FROM application_events e WHERE e.appraisal_id = d.appraisal_id AND e.to_state = 'remitted' AND e.undoes IS NULL
  ORDER BY e.id DESC LIMIT 1
) e ON true
WHERE d.reversed_at IS NULL AND d.remittance_id IS NULL AND a.state IN ('remitted', 'thanked') AND d.amount_yen > 0;
--> statement-breakpoint
INSERT INTO remittances (id, associate_id, social_challenge_id, amount_yen, period_from, period_to, sent_at, created_by, created_at,
  state, gift_count, gift_yen, received_on, confirmed_by, confirmed_by_source)
SELECT remittance_id, associate_id, social_challenge_id, sum(amount_yen),
  (date_trunc('month', max(at) AT TIME ZONE 'Asia/Tokyo'))::date,
  (date_trunc('month', max(at) AT TIME ZONE 'Asia/Tokyo') + interval '1 month - 1 day')::date,
  max(at), coalesce(min(actor_uid), 'system'), max(at),
  'confirmed', count(*), sum(amount_yen), (max(at) AT TIME ZONE 'Asia/Tokyo')::date, coalesce(min(actor_uid), 'system'), 'before'
FROM said_sent GROUP BY remittance_id, associate_id, social_challenge_id;
--> statement-breakpoint
UPDATE donations d SET remittance_id = s.remittance_id, received_on = (s.at AT TIME ZONE 'Asia/Tokyo')::date FROM said_sent s WHERE s.donation_id = d.id;
--> statement-breakpoint
-- Each from the account on which it stands owed: of a merged organisation that may be the former one's.
WITH sums AS (
  SELECT s.remittance_id, l.account, sum(l.amount_yen) AS yen, max(s.at) AS at
  FROM said_sent s JOIN ledger_lines l ON l.donation_id = s.donation_id AND l.account LIKE 'owed:%'
  GROUP BY 1, 2 HAVING sum(l.amount_yen) <> 0
), whole AS (
  SELECT remittance_id, account, -yen AS yen, max(at) OVER (PARTITION BY remittance_id) AS at,
    row_number() OVER (PARTITION BY remittance_id ORDER BY account) AS line FROM sums
)
INSERT INTO ledger_lines (posting_id, line, account, amount_yen, remittance_id, at)
SELECT 'remittance:' || remittance_id, line, account, yen, remittance_id, at FROM whole
UNION ALL
SELECT 'remittance:' || remittance_id, max(line) + 1, 'bank', -sum(yen), remittance_id, max(at) FROM whole GROUP BY remittance_id;
--> statement-breakpoint
UPDATE donations d SET received_on = r.received_on FROM remittances r
WHERE r.id = d.remittance_id AND d.received_on IS NULL AND r.state = 'confirmed';
--> statement-breakpoint
-- A paper that was issued by the rule of before stays true: its gifts count for the day that it states.
UPDATE donations d SET received_on = (d.donated_at AT TIME ZONE 'Asia/Tokyo')::date
WHERE d.reversed_at IS NULL AND (
  EXISTS (SELECT FROM receipts r WHERE r.kind = 'donation' AND r.donation_id = d.id)
  OR EXISTS (SELECT FROM receipts r WHERE r.kind = 'year' AND r.uid = d.uid AND r.associate_id = d.associate_id
    AND r.year = extract(year FROM d.donated_at AT TIME ZONE 'Asia/Tokyo')));
--> statement-breakpoint
INSERT INTO owed_items (associate_id, social_challenge_id, kind, amount_yen, day, posting_id, appraisal_id, remittance_id, at)
SELECT associate_id, social_challenge_id, 'gift', amount_yen, (donated_at AT TIME ZONE 'Asia/Tokyo')::date, 'donation:' || id,
  appraisal_id, remittance_id, donated_at
FROM donations WHERE reversed_at IS NULL ORDER BY donated_at, id;
--> statement-breakpoint
DO $$
DECLARE
  figures text;
  odd text;
BEGIN
  -- What was posted above was already counted by its trigger, for its own months only.
  INSERT INTO kept_sums (name, key, count, amount)
  SELECT name, key, r.count - coalesce(k.count, 0), r.amount - coalesce(k.amount, 0)
  FROM sums_of_rows r LEFT JOIN (SELECT name, key, sum(count) AS count, sum(amount) AS amount FROM kept_sums GROUP BY 1, 2) k USING (name, key)
  WHERE name IN ('ledger-debit', 'ledger-credit') AND (r.count <> coalesce(k.count, 0) OR r.amount <> coalesce(k.amount, 0));
  SELECT string_agg(format('%s: %s in the books, %s open', t.account, t.booked, t.open), ', ') INTO odd FROM (
    SELECT account, coalesce(booked, 0) AS booked, coalesce(o.open, 0) AS open
    FROM (SELECT account, -sum(amount_yen) AS booked FROM ledger_lines WHERE account LIKE 'owed:%' GROUP BY account) l
    FULL JOIN (SELECT coalesce('owed:associate:' || associate_id, 'owed:fund:' || social_challenge_id) AS account, sum(amount_yen) AS open
      FROM owed_items WHERE remittance_id IS NULL GROUP BY 1) o USING (account)
    WHERE coalesce(booked, 0) <> coalesce(o.open, 0) LIMIT 10) t;
  IF odd IS NOT NULL THEN
    RAISE WARNING 'what is owed in the books differs from what is open (%): see docs/decisions/0045', odd;
  END IF;
  SELECT format('donations %s (%s yen), of them sent %s (%s yen), remittances %s (%s yen), owed in the ledger %s yen, open items %s yen, receipts %s (%s yen)',
    (SELECT count(*) FROM donations WHERE reversed_at IS NULL), (SELECT coalesce(sum(amount_yen), 0) FROM donations WHERE reversed_at IS NULL),
    (SELECT count(*) FROM donations WHERE reversed_at IS NULL AND remittance_id IS NOT NULL), (SELECT coalesce(sum(amount_yen), 0) FROM donations WHERE reversed_at IS NULL AND remittance_id IS NOT NULL),
    (SELECT count(*) FROM remittances), (SELECT coalesce(sum(amount_yen), 0) FROM remittances),
    (SELECT coalesce(-sum(amount_yen), 0) FROM ledger_lines WHERE account LIKE 'owed:%'),
    (SELECT coalesce(sum(amount_yen), 0) FROM owed_items WHERE remittance_id IS NULL),
    (SELECT count(*) FROM receipts), (SELECT coalesce(sum(amount_yen), 0) FROM receipts)) INTO figures;
  RAISE NOTICE 'money after: %', figures;
END $$;
