CREATE TABLE "fiscal_year_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "fiscal_year_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"associate_id" text NOT NULL,
	"starts_in" text NOT NULL,
	"changed_by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fiscal_year_changes_month" CHECK ("fiscal_year_changes"."starts_in" ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
CREATE TABLE "statement_papers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "statement_papers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"associate_id" text NOT NULL,
	"remittance_id" text,
	"period" text,
	"edition" integer NOT NULL,
	"said" jsonb NOT NULL,
	"digest" text NOT NULL,
	"given_to" text NOT NULL,
	"given_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "statement_papers_of" CHECK (("statement_papers"."remittance_id" is null) <> ("statement_papers"."period" is null))
);
--> statement-breakpoint
ALTER TABLE "journal_codes" DROP CONSTRAINT "journal_codes_software";--> statement-breakpoint
ALTER TABLE "fiscal_year_changes" ADD CONSTRAINT "fiscal_year_changes_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_papers" ADD CONSTRAINT "statement_papers_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_papers" ADD CONSTRAINT "statement_papers_remittance_id_remittances_id_fk" FOREIGN KEY ("remittance_id") REFERENCES "public"."remittances"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fiscal_year_changes_associate" ON "fiscal_year_changes" USING btree ("associate_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_papers_remittance" ON "statement_papers" USING btree ("remittance_id","edition") WHERE "statement_papers"."remittance_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "statement_papers_period" ON "statement_papers" USING btree ("associate_id","period","edition") WHERE "statement_papers"."period" is not null;--> statement-breakpoint
CREATE INDEX "owed_items_corrections" ON "owed_items" USING btree ("associate_id","appraisal_id") WHERE "owed_items"."kind" = 'correction' and "owed_items"."cancelled_at" is null;--> statement-breakpoint
ALTER TABLE "journal_codes" ADD CONSTRAINT "journal_codes_software" CHECK ("journal_codes"."software" in ('yayoi', 'yayoi-online', 'freee', 'moneyforward', 'general'));--> statement-breakpoint
CREATE TRIGGER statement_papers_append_only BEFORE UPDATE OR DELETE ON statement_papers FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER fiscal_year_changes_append_only BEFORE UPDATE OR DELETE ON fiscal_year_changes FOR EACH ROW EXECUTE FUNCTION refuse_change();
