CREATE TABLE "bank_account_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_account_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"remittance_id" text,
	"reason" text NOT NULL,
	"actor_uid" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bank_account_events_kind" CHECK (("bank_account_events"."kind" = 'blocked') = ("bank_account_events"."remittance_id" is not null) and "bank_account_events"."kind" in ('blocked', 'confirmed'))
);
--> statement-breakpoint
ALTER TABLE "carried_over" DROP CONSTRAINT "carried_over_reason";--> statement-breakpoint
ALTER TABLE "approvals" DROP CONSTRAINT "approvals_kind";--> statement-breakpoint
ALTER TABLE "money_settings" ADD COLUMN "layout" text DEFAULT 'general' NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "shown" jsonb;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "digest" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bank_account_events" ADD CONSTRAINT "bank_account_events_account_id_bank_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_account_events" ADD CONSTRAINT "bank_account_events_remittance_id_remittances_id_fk" FOREIGN KEY ("remittance_id") REFERENCES "public"."remittances"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_account_events_account" ON "bank_account_events" USING btree ("account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_account_events_remittance" ON "bank_account_events" USING btree ("remittance_id");--> statement-breakpoint
CREATE INDEX "bank_accounts_number" ON "bank_accounts" USING btree ("bank_code","branch_code","number");--> statement-breakpoint
ALTER TABLE "carried_over" ADD CONSTRAINT "carried_over_reason" CHECK ("carried_over"."reason" in ('below-minimum', 'no-account', 'account-blocked', 'nothing-payable'));--> statement-breakpoint
ALTER TABLE "money_settings" ADD CONSTRAINT "money_settings_layout" CHECK ("money_settings"."layout" in ('general', 'smbc-web21', 'mizuho', 'resona', 'yucho'));--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_kind" CHECK ("approvals"."kind" in ('bank-account', 'role', 'remittance', 'remittance-run', 'month-close', 'associate-merge', 'fund-payout'));--> statement-breakpoint
CREATE TRIGGER bank_account_events_append_only BEFORE UPDATE OR DELETE ON bank_account_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- A request that is over stays as it was decided.
CREATE TRIGGER approvals_over BEFORE UPDATE ON approvals FOR EACH ROW WHEN (OLD.state <> 'waiting') EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Transfers that came back before, to accounts that none reached since.
INSERT INTO bank_account_events (account_id, kind, remittance_id, reason, actor_uid, at)
SELECT r.account_id, 'blocked', r.id, r.return_reason, coalesce(r.returned_by, 'system'), now()
FROM remittances r
WHERE r.state = 'returned' AND r.account_id IS NOT NULL AND NOT EXISTS (
  SELECT FROM remittances n WHERE n.account_id = r.account_id AND n.state = 'confirmed' AND n.created_at > r.created_at
)
ORDER BY r.returned_on, r.id;
