CREATE TABLE "ledger_accounts" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "ledger_accounts_kind" CHECK ("ledger_accounts"."kind" in ('asset', 'liability', 'income', 'expense'))
);
--> statement-breakpoint
CREATE TABLE "posting_notes" (
	"posting_id" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"corrects" text,
	"actor_uid" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "closed_months" (
	"month" date PRIMARY KEY NOT NULL,
	"figures" jsonb NOT NULL,
	"asked_by" text NOT NULL,
	"closed_by" text NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "goods_sales" (
	"id" text PRIMARY KEY NOT NULL,
	"appraisal_id" text NOT NULL,
	"sold_on" date NOT NULL,
	"amount_yen" bigint NOT NULL,
	"is_last" boolean NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"row_hash" text NOT NULL,
	"posting_id" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"reversed_at" timestamp (3) with time zone,
	"reversal_reason" text DEFAULT '' NOT NULL,
	"reversed_by" text,
	CONSTRAINT "goods_sales_amount" CHECK ("goods_sales"."amount_yen" >= 0)
);
--> statement-breakpoint
CREATE TABLE "journal_codes" (
	"software" text NOT NULL,
	"account_code" text NOT NULL,
	"account_name" text NOT NULL,
	"sub_account_name" text DEFAULT '' NOT NULL,
	"tax_code" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "journal_codes_software_account_code_pk" PRIMARY KEY("software","account_code"),
	CONSTRAINT "journal_codes_software" CHECK ("journal_codes"."software" in ('yayoi', 'freee', 'general'))
);
--> statement-breakpoint
CREATE TABLE "fund_payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"social_challenge_id" text NOT NULL,
	"associate_id" text NOT NULL,
	"amount_yen" bigint NOT NULL,
	"covered_yen" bigint DEFAULT 0 NOT NULL,
	"reason" text NOT NULL,
	"decided_on" date NOT NULL,
	"decided_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"withdrawal_reason" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "fund_payouts_amount" CHECK ("fund_payouts"."amount_yen" > 0)
);
--> statement-breakpoint
CREATE TABLE "fund_terms" (
	"id" text PRIMARY KEY NOT NULL,
	"starts_on" date NOT NULL,
	"fee_basis_points" integer NOT NULL,
	"handling_yen" integer DEFAULT 0 NOT NULL,
	"reason" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fund_terms_fee" CHECK ("fund_terms"."fee_basis_points" between 0 and 10000),
	CONSTRAINT "fund_terms_handling" CHECK ("fund_terms"."handling_yen" >= 0)
);
--> statement-breakpoint
CREATE TABLE "owed_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "owed_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"associate_id" text,
	"social_challenge_id" text,
	"kind" text NOT NULL,
	"amount_yen" bigint NOT NULL,
	"day" date NOT NULL,
	"posting_id" text NOT NULL,
	"appraisal_id" text,
	"payout_id" text,
	"returned_id" text,
	"remittance_id" text,
	"cancelled_at" timestamp (3) with time zone,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "owed_items_kind" CHECK ("owed_items"."kind" in ('gift', 'correction', 'payout', 'return')),
	CONSTRAINT "owed_items_target" CHECK (("owed_items"."associate_id" is null) <> ("owed_items"."social_challenge_id" is null))
);
--> statement-breakpoint
CREATE TABLE "bank_answer_rows" (
	"answer_id" text NOT NULL,
	"row" integer NOT NULL,
	"key" text NOT NULL,
	"day" date NOT NULL,
	"amount_yen" bigint NOT NULL,
	"kind" text NOT NULL,
	"remittance_id" text,
	"run_id" text,
	"taken_back_at" timestamp (3) with time zone,
	CONSTRAINT "bank_answer_rows_answer_id_row_pk" PRIMARY KEY("answer_id","row"),
	CONSTRAINT "bank_answer_rows_kind" CHECK ("bank_answer_rows"."kind" in ('transfer', 'total', 'returned'))
);
--> statement-breakpoint
CREATE TABLE "bank_answers" (
	"id" text PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"file_hash" text NOT NULL,
	"row_count" integer NOT NULL,
	"uploaded_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "carried_over" (
	"run_id" text NOT NULL,
	"associate_id" text NOT NULL,
	"amount_yen" bigint NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "carried_over_run_id_associate_id_pk" PRIMARY KEY("run_id","associate_id"),
	CONSTRAINT "carried_over_reason" CHECK ("carried_over"."reason" in ('below-minimum', 'no-account', 'nothing-payable'))
);
--> statement-breakpoint
CREATE TABLE "money_settings" (
	"id" integer PRIMARY KEY NOT NULL,
	"consignor_code" text DEFAULT '' NOT NULL,
	"consignor_name" text DEFAULT '' NOT NULL,
	"line_ends" text DEFAULT 'crlf' NOT NULL,
	"transfer_kind" text DEFAULT '7' NOT NULL,
	"bank_columns" jsonb,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" text DEFAULT '' NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "money_settings_one" CHECK ("money_settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "transfer_files" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"number" integer NOT NULL,
	"remittance_count" integer NOT NULL,
	"amount_yen" bigint NOT NULL,
	"transfer_on" date NOT NULL,
	"sha256" text NOT NULL,
	"replaces" text,
	"reason" text DEFAULT '' NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "remittance_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"period_from" date NOT NULL,
	"period_to" date NOT NULL,
	"transfer_on" date NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"payer_account_id" text,
	"payer" jsonb NOT NULL,
	"remittance_count" integer DEFAULT 0 NOT NULL,
	"amount_yen" bigint DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"approved_by" text,
	"approved_at" timestamp (3) with time zone,
	"sent_by" text,
	"sent_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"drop_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "remittance_runs_number_unique" UNIQUE("number"),
	CONSTRAINT "remittance_runs_state" CHECK ("remittance_runs"."state" in ('draft', 'approved', 'filed', 'sent', 'done', 'dropped')),
	CONSTRAINT "remittance_runs_period" CHECK ("remittance_runs"."period_from" <= "remittance_runs"."period_to")
);
--> statement-breakpoint
ALTER TABLE "approvals" DROP CONSTRAINT "approvals_kind";--> statement-breakpoint
ALTER TABLE "associate_agreements" ADD COLUMN "handling_yen" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "associate_agreements" ADD COLUMN "issues_late_receipts" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "fee_yen" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "handling_yen" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "donations" ADD COLUMN "received_on" date;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "run_id" text;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "state" text DEFAULT 'prepared' NOT NULL;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "opening_yen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "gift_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "gift_yen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "fee_yen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "handling_yen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "correction_yen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "payout_yen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "account_id" text;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "account" jsonb;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "statement_number" text;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "received_on" date;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "confirmed_by" text;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "confirmed_by_source" text;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "returned_on" date;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "return_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "returned_by" text;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "taken_out_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "confirm_due_on" date;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "confirm_due_by" text;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "goods_sales" ADD CONSTRAINT "goods_sales_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fund_payouts" ADD CONSTRAINT "fund_payouts_social_challenge_id_social_challenges_id_fk" FOREIGN KEY ("social_challenge_id") REFERENCES "public"."social_challenges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fund_payouts" ADD CONSTRAINT "fund_payouts_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owed_items" ADD CONSTRAINT "owed_items_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owed_items" ADD CONSTRAINT "owed_items_social_challenge_id_social_challenges_id_fk" FOREIGN KEY ("social_challenge_id") REFERENCES "public"."social_challenges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owed_items" ADD CONSTRAINT "owed_items_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "owed_items_returned" ON "owed_items" USING btree ("returned_id") WHERE "owed_items"."returned_id" is not null;--> statement-breakpoint
ALTER TABLE "owed_items" ADD CONSTRAINT "owed_items_payout_id_fund_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."fund_payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owed_items" ADD CONSTRAINT "owed_items_returned_id_remittances_id_fk" FOREIGN KEY ("returned_id") REFERENCES "public"."remittances"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owed_items" ADD CONSTRAINT "owed_items_remittance_id_remittances_id_fk" FOREIGN KEY ("remittance_id") REFERENCES "public"."remittances"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_answer_rows" ADD CONSTRAINT "bank_answer_rows_answer_id_bank_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."bank_answers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_answer_rows" ADD CONSTRAINT "bank_answer_rows_remittance_id_remittances_id_fk" FOREIGN KEY ("remittance_id") REFERENCES "public"."remittances"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_answer_rows" ADD CONSTRAINT "bank_answer_rows_run_id_remittance_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."remittance_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carried_over" ADD CONSTRAINT "carried_over_run_id_remittance_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."remittance_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carried_over" ADD CONSTRAINT "carried_over_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_files" ADD CONSTRAINT "transfer_files_run_id_remittance_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."remittance_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remittance_runs" ADD CONSTRAINT "remittance_runs_payer_account_id_bank_accounts_id_fk" FOREIGN KEY ("payer_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "goods_sales_appraisal" ON "goods_sales" USING btree ("appraisal_id");--> statement-breakpoint
CREATE INDEX "goods_sales_created" ON "goods_sales" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "goods_sales_row" ON "goods_sales" USING btree ("row_hash");--> statement-breakpoint
CREATE INDEX "fund_payouts_fund" ON "fund_payouts" USING btree ("social_challenge_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "fund_payouts_created" ON "fund_payouts" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "fund_payouts_associate" ON "fund_payouts" USING btree ("associate_id");--> statement-breakpoint
CREATE INDEX "fund_terms_starts" ON "fund_terms" USING btree ("starts_on","created_at");--> statement-breakpoint
CREATE INDEX "owed_items_associate_open" ON "owed_items" USING btree ("associate_id","day") WHERE "owed_items"."remittance_id" is null and "owed_items"."cancelled_at" is null and "owed_items"."associate_id" is not null;--> statement-breakpoint
CREATE INDEX "owed_items_fund_open" ON "owed_items" USING btree ("social_challenge_id","day","id") WHERE "owed_items"."remittance_id" is null and "owed_items"."cancelled_at" is null and "owed_items"."social_challenge_id" is not null;--> statement-breakpoint
CREATE INDEX "owed_items_remittance" ON "owed_items" USING btree ("remittance_id","id");--> statement-breakpoint
CREATE INDEX "owed_items_appraisal" ON "owed_items" USING btree ("appraisal_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_answer_rows_key" ON "bank_answer_rows" USING btree ("key") WHERE "bank_answer_rows"."taken_back_at" is null;--> statement-breakpoint
CREATE INDEX "bank_answer_rows_remittance" ON "bank_answer_rows" USING btree ("remittance_id");--> statement-breakpoint
CREATE INDEX "bank_answers_created" ON "bank_answers" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "bank_answers_hash" ON "bank_answers" USING btree ("file_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_files_run" ON "transfer_files" USING btree ("run_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_files_replaces" ON "transfer_files" USING btree ("replaces");--> statement-breakpoint
CREATE INDEX "remittance_runs_created" ON "remittance_runs" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "remittance_runs_open" ON "remittance_runs" USING btree ((true)) WHERE "remittance_runs"."state" in ('draft', 'approved', 'filed');--> statement-breakpoint
ALTER TABLE "remittances" ADD CONSTRAINT "remittances_run_id_remittance_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."remittance_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remittances" ADD CONSTRAINT "remittances_account_id_bank_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "donations_remittance_id" ON "donations" USING btree ("remittance_id") WHERE "donations"."remittance_id" is not null;--> statement-breakpoint
CREATE INDEX "ledger_lines_at" ON "ledger_lines" USING btree ("at" DESC NULLS FIRST,"posting_id","line");--> statement-breakpoint
CREATE INDEX "ledger_lines_remittance" ON "ledger_lines" USING btree ("remittance_id") WHERE "ledger_lines"."remittance_id" is not null;--> statement-breakpoint
CREATE INDEX "remittances_run" ON "remittances" USING btree ("run_id","id");--> statement-breakpoint
CREATE INDEX "remittances_created" ON "remittances" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "remittances_associate" ON "remittances" USING btree ("associate_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "remittances_state" ON "remittances" USING btree ("state","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "remittances_confirm_due" ON "remittances" USING btree ("run_id","id") WHERE "remittances"."confirm_due_on" is not null and "remittances"."state" = 'sent';--> statement-breakpoint
ALTER TABLE "remittances" ADD CONSTRAINT "remittances_statement_number_unique" UNIQUE("statement_number");--> statement-breakpoint
ALTER TABLE "associate_agreements" ADD CONSTRAINT "associate_agreements_handling" CHECK ("associate_agreements"."handling_yen" >= 0);--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_kept" CHECK ("donations"."fee_yen" >= 0 and "donations"."handling_yen" >= 0 and "donations"."fee_yen" + "donations"."handling_yen" <= "donations"."amount_yen");--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_kind" CHECK ("approvals"."kind" in ('bank-account', 'role', 'remittance', 'remittance-run', 'month-close'));--> statement-breakpoint
ALTER TABLE "remittances" ADD CONSTRAINT "remittances_state_known" CHECK ("remittances"."state" in ('prepared', 'sent', 'confirmed', 'returned', 'taken-out'));