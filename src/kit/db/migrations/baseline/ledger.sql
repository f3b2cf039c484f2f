-- The books (docs/decisions/0045).

-- Chart of accounts, the same as in domain/ledger/accounts.ts.
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

INSERT INTO money_settings (id, changed_at) VALUES (1, now());

-- Double entry: the lines of every posting sum to zero. Checked once for all postings of a statement.
CREATE FUNCTION check_posting() RETURNS trigger LANGUAGE plpgsql
-- Each posting by the key: the planner may remember a table that was empty.
SET enable_seqscan = off AS $$
DECLARE
  odd text;
BEGIN
  SELECT w.posting_id INTO odd
  FROM (SELECT DISTINCT posting_id FROM written) w
  CROSS JOIN LATERAL (SELECT sum(amount_yen) AS yen FROM ledger_lines l WHERE l.posting_id = w.posting_id) whole
  WHERE whole.yen <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'posting % does not balance', odd USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER ledger_lines_balance AFTER INSERT ON ledger_lines REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_posting();

-- Also where the loading of a large sample sets triggers aside.
ALTER TABLE ledger_lines ENABLE ALWAYS TRIGGER ledger_lines_balance;

-- Refuses postings into a closed month. A posting waits for a close in progress.
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

CREATE TRIGGER ledger_lines_open_month AFTER INSERT ON ledger_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION guard_closed_months();
