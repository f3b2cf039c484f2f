-- Nothing has written into these two tables so far.
ALTER TABLE "listing_applications" ALTER COLUMN "created_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "listing_applications" ADD COLUMN "representative" text NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_applications" ADD COLUMN "prefecture" text NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_applications" ADD COLUMN "social_challenges" text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_applications" ADD COLUMN "certification" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_applications" ADD COLUMN "state" text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_applications" ADD COLUMN "state_changed_at" timestamp (3) with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "kind" text NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "appraisal_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "listing_applications_state" ON "listing_applications" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "contact_messages_answered" ON "contact_messages" USING btree ("answered_at","created_at","id");--> statement-breakpoint
ALTER TABLE "listing_applications" DROP COLUMN "handled_at";--> statement-breakpoint
ALTER TABLE "contact_messages" DROP COLUMN "subject";--> statement-breakpoint
ALTER TABLE "contact_messages" DROP COLUMN "handled_at";--> statement-breakpoint
ALTER TABLE "listing_applications" ADD CONSTRAINT "listing_applications_state" CHECK ("listing_applications"."state" in ('new', 'in-talks', 'accepted', 'declined'));