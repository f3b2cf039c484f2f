CREATE TABLE "bank_balances" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_balances_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"balance_yen" bigint NOT NULL,
	"source" text NOT NULL,
	"answer_id" text,
	"actor_uid" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bank_balances_source" CHECK ("bank_balances"."source" in ('file', 'typed'))
);
--> statement-breakpoint
CREATE TABLE "bank_line_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_line_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"answer_id" text NOT NULL,
	"row" integer NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"posting_id" text NOT NULL,
	"actor_uid" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bank_line_entries_kind" CHECK ("bank_line_entries"."kind" in ('transfer-fee', 'recall-fee', 'interest', 'sale', 'other', 'unexplained', 'again'))
);
--> statement-breakpoint
ALTER TABLE "bank_answer_rows" DROP CONSTRAINT "bank_answer_rows_kind";--> statement-breakpoint
ALTER TABLE "owed_items" ADD COLUMN "overpaid_yen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_answer_rows" ADD COLUMN "balance_yen" bigint;--> statement-breakpoint
ALTER TABLE "bank_answer_rows" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_answer_rows" ADD COLUMN "line_kind" text;--> statement-breakpoint
ALTER TABLE "bank_answer_rows" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_balances" ADD CONSTRAINT "bank_balances_answer_id_bank_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."bank_answers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_line_entries" ADD CONSTRAINT "bank_line_entries_line" FOREIGN KEY ("answer_id","row") REFERENCES "public"."bank_answer_rows"("answer_id","row") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_balances_day" ON "bank_balances" USING btree ("day" DESC NULLS FIRST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bank_line_entries_row" ON "bank_line_entries" USING btree ("answer_id","row","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bank_answer_rows_run" ON "bank_answer_rows" USING btree ("run_id") WHERE "bank_answer_rows"."run_id" is not null;--> statement-breakpoint
CREATE INDEX "bank_answer_rows_lines" ON "bank_answer_rows" USING btree ("day" DESC NULLS FIRST,"answer_id","row") WHERE "bank_answer_rows"."kind" = 'line';--> statement-breakpoint
CREATE INDEX "bank_answer_rows_of_kind" ON "bank_answer_rows" USING btree ("line_kind","day" DESC NULLS FIRST,"answer_id","row") WHERE "bank_answer_rows"."kind" = 'line';--> statement-breakpoint
ALTER TABLE "owed_items" ADD CONSTRAINT "owed_items_overpaid" CHECK ("owed_items"."overpaid_yen" between 0 and greatest(0, -"owed_items"."amount_yen"));--> statement-breakpoint
ALTER TABLE "bank_answer_rows" ADD CONSTRAINT "bank_answer_rows_line" CHECK (("bank_answer_rows"."kind" = 'line') = ("bank_answer_rows"."line_kind" is not null));--> statement-breakpoint
ALTER TABLE "bank_answer_rows" ADD CONSTRAINT "bank_answer_rows_kind" CHECK ("bank_answer_rows"."kind" in ('transfer', 'total', 'returned', 'line'));--> statement-breakpoint
-- Accounts of what banks take, pay and leave unexplained (docs/decisions/0062), as in domain/ledger/accounts.ts.
INSERT INTO ledger_accounts (code, name, kind, position) VALUES
  ('sale-receipts', '売却代金の入金待ち', 'asset', 13),
  ('transfer-fee', '振込手数料', 'expense', 14),
  ('recall-fee', '組戻手数料', 'expense', 15),
  ('interest', '受取利息', 'income', 16),
  ('bank-other', 'そのほかの入出金', 'expense', 17),
  ('unexplained', '不明入出金', 'asset', 18);--> statement-breakpoint
-- What is below nought stood on the account of what was overpaid, also where it had not arrived.
UPDATE owed_items SET overpaid_yen = -amount_yen WHERE amount_yen < 0 AND cancelled_at IS NULL;--> statement-breakpoint
WITH RECURSIVE unsent AS MATERIALIZED (
  SELECT i.* FROM owed_items i LEFT JOIN remittances r ON r.id = i.remittance_id
  WHERE i.overpaid_yen > 0 AND i.cancelled_at IS NULL AND (i.social_challenge_id IS NOT NULL OR r.id IS NULL OR r.state = 'prepared')
), about AS MATERIALIZED (
  SELECT DISTINCT appraisal_id FROM unsent WHERE associate_id IS NOT NULL
), sent AS MATERIALIZED (
  SELECT i.id, i.appraisal_id, i.amount_yen, i.overpaid_yen, i.remittance_id
  FROM about a JOIN owed_items i USING (appraisal_id) JOIN remittances r ON r.id = i.remittance_id
  WHERE i.associate_id IS NOT NULL AND i.cancelled_at IS NULL AND r.state IN ('sent', 'confirmed', 'returned')
), way AS (
  SELECT id, remittance_id FROM sent
  UNION
  SELECT w.id, n.remittance_id FROM way w JOIN owed_items n ON n.returned_id = w.remittance_id
  WHERE n.cancelled_at IS NULL AND n.remittance_id IS NOT NULL
), arrived AS (
  SELECT DISTINCT w.id FROM way w JOIN remittances r ON r.id = w.remittance_id WHERE r.state = 'confirmed'
), beyond AS (
  SELECT a.appraisal_id, greatest(0,
    coalesce((SELECT sum(CASE WHEN n.id IS NULL THEN -s.overpaid_yen ELSE s.amount_yen END)
      FROM sent s LEFT JOIN arrived n USING (id) WHERE s.appraisal_id = a.appraisal_id), 0)
    - coalesce((SELECT sum(d.amount_yen - d.fee_yen - d.handling_yen) FROM donations d
      WHERE d.appraisal_id = a.appraisal_id AND d.reversed_at IS NULL), 0)) AS yen
  FROM about a
), wanted AS (
  SELECT u.*, CASE WHEN u.associate_id IS NULL THEN 0 ELSE least(-u.amount_yen, greatest(0, b.yen
    - coalesce(sum(-u.amount_yen) OVER (PARTITION BY u.appraisal_id ORDER BY u.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0))) END AS yen
  FROM unsent u LEFT JOIN beyond b USING (appraisal_id)
), moved AS (
  UPDATE owed_items i SET overpaid_yen = w.yen FROM wanted w WHERE i.id = w.id AND w.yen <> i.overpaid_yen
  RETURNING i.appraisal_id, coalesce('associate:' || i.associate_id, 'fund:' || i.social_challenge_id) AS target,
    w.yen - w.overpaid_yen AS yen, 'overpaid:' || gen_random_uuid() AS posting_id
), posted AS (
  INSERT INTO ledger_lines (posting_id, line, account, amount_yen, donation_id, at)
  SELECT m.posting_id, one.line, one.account || m.target, one.yen, d.id, now()
  FROM moved m LEFT JOIN LATERAL (
    SELECT id FROM donations WHERE appraisal_id = m.appraisal_id ORDER BY reversed_at DESC NULLS FIRST LIMIT 1
  ) d ON true
  CROSS JOIN LATERAL (VALUES (1, 'overpaid:', m.yen), (2, 'owed:', -m.yen)) AS one (line, account, yen)
)
INSERT INTO posting_notes (posting_id, reason, corrects, actor_uid, at)
SELECT posting_id, '送金しすぎた額を、着金した分だけに直す', NULL, 'system', now() FROM moved;--> statement-breakpoint
-- What may only be added to is not emptied either.
CREATE OR REPLACE FUNCTION refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_log_not_emptied BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();--> statement-breakpoint
CREATE TRIGGER second_factor_resets_not_emptied BEFORE TRUNCATE ON second_factor_resets FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();--> statement-breakpoint
CREATE TRIGGER dealer_entries_not_emptied BEFORE TRUNCATE ON dealer_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();--> statement-breakpoint
CREATE TRIGGER ledger_lines_not_emptied BEFORE TRUNCATE ON ledger_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();--> statement-breakpoint
CREATE TRIGGER posting_notes_not_emptied BEFORE TRUNCATE ON posting_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();--> statement-breakpoint
CREATE TRIGGER closed_months_not_emptied BEFORE TRUNCATE ON closed_months FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();--> statement-breakpoint
CREATE TRIGGER person_links_not_emptied BEFORE TRUNCATE ON person_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
--> statement-breakpoint
-- Gifts of which costs leave nothing end at once; those of before waited for a remittance that never comes.
UPDATE owed_items SET cancelled_at = now() WHERE kind = 'gift' AND amount_yen = 0 AND remittance_id IS NULL AND cancelled_at IS NULL;--> statement-breakpoint
WITH moved AS (
  UPDATE applications a SET state = 'remitted', version = a.version + 1, state_changed_at = now()
  FROM donations d WHERE d.appraisal_id = a.appraisal_id AND d.reversed_at IS NULL AND d.remittance_id IS NULL
    AND d.amount_yen <= d.fee_yen + d.handling_yen AND a.state = 'donated'
  RETURNING a.appraisal_id
)
INSERT INTO application_events (appraisal_id, from_state, to_state, done_by, is_skipped, note, at)
SELECT appraisal_id, 'donated', 'remitted', 'system', true, '団体が負担する費用を差し引くと0円になるため、送金せずに完了', now() FROM moved;
--> statement-breakpoint
CREATE TRIGGER bank_line_entries_append_only BEFORE UPDATE OR DELETE ON bank_line_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER bank_line_entries_not_emptied BEFORE TRUNCATE ON bank_line_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();--> statement-breakpoint
CREATE TRIGGER bank_balances_append_only BEFORE UPDATE OR DELETE ON bank_balances FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER bank_balances_not_emptied BEFORE TRUNCATE ON bank_balances FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();--> statement-breakpoint
CREATE TRIGGER bank_account_events_not_emptied BEFORE TRUNCATE ON bank_account_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();--> statement-breakpoint
CREATE TRIGGER fiscal_year_changes_not_emptied BEFORE TRUNCATE ON fiscal_year_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();--> statement-breakpoint
CREATE TRIGGER statement_papers_not_emptied BEFORE TRUNCATE ON statement_papers FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();
