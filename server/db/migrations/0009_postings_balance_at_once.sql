-- A posting is written by one statement, which checks it: once for all its lines and postings, where
-- a check of each line at commit took longer than writing it.
DROP TRIGGER ledger_lines_balance ON ledger_lines;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION check_posting() RETURNS trigger LANGUAGE plpgsql
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
--> statement-breakpoint
CREATE TRIGGER ledger_lines_balance AFTER INSERT ON ledger_lines REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_posting();
