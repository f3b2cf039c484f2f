ALTER TABLE "pledges" DROP CONSTRAINT "pledges_state";--> statement-breakpoint
ALTER TABLE "pledges" ADD COLUMN "withheld_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "pledges" ADD COLUMN "withheld_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "pledge_reports_created" ON "pledge_reports" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "pledges" ADD CONSTRAINT "pledges_withheld" CHECK (("pledges"."withheld_at" is not null) = ("pledges"."withheld_reason" <> '') and ("pledges"."state" <> 'withheld' or "pledges"."withheld_at" is not null));--> statement-breakpoint
ALTER TABLE "pledges" ADD CONSTRAINT "pledges_state" CHECK ("pledges"."state" in ('draft', 'published', 'hidden', 'withheld', 'removed'));