CREATE TABLE "application_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "application_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"appraisal_id" text NOT NULL,
	"changed_by" text NOT NULL,
	"changes" jsonb NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "appraisal_draft_items" (
	"id" text PRIMARY KEY NOT NULL,
	"appraisal_id" text NOT NULL,
	"box_number" integer NOT NULL,
	"content" jsonb NOT NULL,
	"image_ids" text[] DEFAULT '{}' NOT NULL,
	"added_by" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "appraisal_drafts" (
	"appraisal_id" text PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"finished_boxes" integer[] DEFAULT '{}' NOT NULL,
	"outcome" text DEFAULT 'completed' NOT NULL,
	"bonus_yen" integer DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"override_reason" text DEFAULT '' NOT NULL,
	"sent_back_note" text DEFAULT '' NOT NULL,
	"started_by" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"finished_by" text,
	"finished_at" timestamp (3) with time zone,
	"reviewed_by" text,
	"reviewed_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "appraisal_drafts_state" CHECK ("appraisal_drafts"."state" in ('open', 'review', 'reviewed')),
	CONSTRAINT "appraisal_drafts_bonus" CHECK ("appraisal_drafts"."bonus_yen" >= 0)
);
--> statement-breakpoint
CREATE TABLE "measured_days" (
	"step" text PRIMARY KEY NOT NULL,
	"median_tenths" integer NOT NULL,
	"count" integer NOT NULL,
	"measured_on" date NOT NULL,
	CONSTRAINT "measured_days_step" CHECK ("measured_days"."step" in ('kit', 'appraisal', 'remittance'))
);
--> statement-breakpoint
CREATE TABLE "waiting_results" (
	"id" text PRIMARY KEY NOT NULL,
	"batch_id" text NOT NULL,
	"row_number" integer NOT NULL,
	"appraisal_id" text NOT NULL,
	"source" text NOT NULL,
	"result" jsonb NOT NULL,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"row_hash" text NOT NULL,
	"flags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"override_reason" text DEFAULT '' NOT NULL,
	"added_by" text NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"taken_out_by" text,
	"taken_out_at" timestamp (3) with time zone,
	"taken_out_reason" text DEFAULT '' NOT NULL,
	"released_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "waiting_results_source" CHECK ("waiting_results"."source" in ('csv', 'tablet'))
);
--> statement-breakpoint
CREATE TABLE "dealer_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dealer_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"number" text NOT NULL,
	"appraisal_id" text NOT NULL,
	"appraisal_row_id" text NOT NULL,
	"item_position" integer NOT NULL,
	"traded_on" date NOT NULL,
	"way" text NOT NULL,
	"kind" text NOT NULL,
	"quantity" integer NOT NULL,
	"feature" text NOT NULL,
	"price_yen" integer NOT NULL,
	"party_name" text NOT NULL,
	"party_address" text NOT NULL,
	"party_occupation" text NOT NULL,
	"party_age" integer NOT NULL,
	"identity_method" text NOT NULL,
	"letter_number" text DEFAULT '' NOT NULL,
	"letter_sent_on" date,
	"letter_delivered_on" date,
	"tax_note" text DEFAULT '' NOT NULL,
	"entered_by" text NOT NULL,
	"entered_at" timestamp (3) with time zone NOT NULL,
	"kept_until" date NOT NULL,
	"corrects" bigint,
	"correction_reason" text DEFAULT '' NOT NULL,
	"folded" text NOT NULL,
	CONSTRAINT "dealer_entries_number" UNIQUE("number"),
	CONSTRAINT "dealer_entries_corrects" UNIQUE("corrects"),
	CONSTRAINT "dealer_entries_way" CHECK ("dealer_entries"."way" in ('purchase', 'consignment', 'cancelled')),
	CONSTRAINT "dealer_entries_amounts" CHECK ("dealer_entries"."quantity" > 0 and "dealer_entries"."price_yen" >= 0)
);
--> statement-breakpoint
CREATE TABLE "identity_letters" (
	"appraisal_id" text PRIMARY KEY NOT NULL,
	"method" text NOT NULL,
	"letter_number" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"sent_on" date,
	"delivered_on" date,
	"returned_on" date,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "box_exceptions" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"appraisal_id" text,
	"box_number" integer,
	"scan_id" text,
	"place" text NOT NULL,
	"reason" text NOT NULL,
	"image_ids" text[] DEFAULT '{}' NOT NULL,
	"owner_uid" text NOT NULL,
	"due_on" date NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"ending" text,
	"ending_note" text DEFAULT '' NOT NULL,
	"ended_by" text,
	"ended_at" timestamp (3) with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "box_exceptions_kind" CHECK ("box_exceptions"."kind" in ('no-number', 'unknown-number', 'again', 'extra', 'cancelled', 'ended', 'damaged', 'not-accepted', 'other')),
	CONSTRAINT "box_exceptions_state" CHECK ("box_exceptions"."state" in ('open', 'ended')),
	CONSTRAINT "box_exceptions_ending" CHECK (("box_exceptions"."state" = 'ended') = ("box_exceptions"."ending" is not null) and ("box_exceptions"."ending" is null or "box_exceptions"."ending" in ('received', 'appraised', 'returned', 'discarded', 'other')))
);
--> statement-breakpoint
CREATE TABLE "scans" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"appraisal_id" text,
	"box_number" integer,
	"outcome" text NOT NULL,
	"scanned_by" text NOT NULL,
	"scanned_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"taken_back_at" timestamp (3) with time zone,
	"taken_back_by" text,
	"taken_back_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "scans_outcome" CHECK ("scans"."outcome" in ('received', 'again', 'extra', 'cancelled', 'ended', 'unknown'))
);
--> statement-breakpoint
CREATE TABLE "boxes" (
	"appraisal_id" text NOT NULL,
	"number" integer NOT NULL,
	"is_extra" boolean DEFAULT false NOT NULL,
	"kit_batch_id" text,
	"carrier" text DEFAULT '' NOT NULL,
	"tracking_number" text DEFAULT '' NOT NULL,
	"kit_state" text DEFAULT 'none' NOT NULL,
	"kit_sent_at" timestamp (3) with time zone,
	"kit_state_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone,
	"received_by" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "boxes_appraisal_id_number_pk" PRIMARY KEY("appraisal_id","number"),
	CONSTRAINT "boxes_number" CHECK ("boxes"."number" between 1 and 99),
	CONSTRAINT "boxes_kit_state" CHECK ("boxes"."kit_state" in ('none', 'frozen', 'sent', 'delivered', 'returned')),
	CONSTRAINT "boxes_carrier" CHECK ("boxes"."carrier" in ('', 'yamato', 'sagawa', 'other'))
);
--> statement-breakpoint
CREATE TABLE "kit_batch_entries" (
	"batch_id" text NOT NULL,
	"position" integer NOT NULL,
	"appraisal_id" text NOT NULL,
	"application_version" integer NOT NULL,
	"boxes" integer NOT NULL,
	"recipient" jsonb NOT NULL,
	"split" jsonb,
	"state" text DEFAULT 'waiting' NOT NULL,
	"left_out_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "kit_batch_entries_batch_id_position_pk" PRIMARY KEY("batch_id","position"),
	CONSTRAINT "kit_batch_entries_state" CHECK ("kit_batch_entries"."state" in ('waiting', 'sent', 'left-out'))
);
--> statement-breakpoint
CREATE TABLE "kit_batches" (
	"id" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"number" integer NOT NULL,
	"state" text DEFAULT 'frozen' NOT NULL,
	"application_count" integer NOT NULL,
	"box_count" integer NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"marked_by" text,
	"marked_at" timestamp (3) with time zone,
	"dissolved_by" text,
	"dissolved_at" timestamp (3) with time zone,
	"dissolved_reason" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "kit_batches_state" CHECK ("kit_batches"."state" in ('frozen', 'marked', 'dissolved'))
);
--> statement-breakpoint
CREATE TABLE "pickups" (
	"appraisal_id" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"slot" text DEFAULT '' NOT NULL,
	"boxes" integer NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"exported_at" timestamp (3) with time zone,
	"exported_by" text,
	"cancelled_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "pickups_slot" CHECK ("pickups"."slot" in ('', '12', '14', '16', '18', '19')),
	CONSTRAINT "pickups_boxes" CHECK ("pickups"."boxes" between 1 and 5)
);
--> statement-breakpoint
ALTER TABLE "application_events" ADD COLUMN "undoes" bigint;--> statement-breakpoint
ALTER TABLE "application_tokens" ADD COLUMN "generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "needs_kit" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "link_generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "waits_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "appraisal_items" ADD COLUMN "category" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "appraisal_items" ADD COLUMN "brand" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "appraisal_items" ADD COLUMN "feature" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "appraisal_items" ADD COLUMN "condition" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "appraisal_items" ADD COLUMN "box_number" integer;--> statement-breakpoint
ALTER TABLE "appraisal_items" ADD COLUMN "image_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "appraisal_items" ADD COLUMN "added_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "appraisals" ADD COLUMN "override_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "appraisals" ADD COLUMN "corrects_id" text;--> statement-breakpoint
ALTER TABLE "appraisals" ADD COLUMN "correction_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "appraisals" ADD COLUMN "corrected_by" text;--> statement-breakpoint
ALTER TABLE "result_batches" ADD COLUMN "state" text DEFAULT 'released' NOT NULL;--> statement-breakpoint
ALTER TABLE "result_batches" ADD COLUMN "source" text DEFAULT 'csv' NOT NULL;--> statement-breakpoint
ALTER TABLE "result_batches" ADD COLUMN "release_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "result_batches" ADD COLUMN "released_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "result_batches" ADD COLUMN "released_by" text;--> statement-breakpoint
ALTER TABLE "result_batches" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "application_changes" ADD CONSTRAINT "application_changes_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appraisal_draft_items" ADD CONSTRAINT "appraisal_draft_items_appraisal_id_appraisal_drafts_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."appraisal_drafts"("appraisal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appraisal_drafts" ADD CONSTRAINT "appraisal_drafts_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_results" ADD CONSTRAINT "waiting_results_batch_id_result_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."result_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_results" ADD CONSTRAINT "waiting_results_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dealer_entries" ADD CONSTRAINT "dealer_entries_corrects_dealer_entries_id_fk" FOREIGN KEY ("corrects") REFERENCES "public"."dealer_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_letters" ADD CONSTRAINT "identity_letters_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "box_exceptions" ADD CONSTRAINT "box_exceptions_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "box_exceptions" ADD CONSTRAINT "box_exceptions_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boxes" ADD CONSTRAINT "boxes_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "boxes" ADD CONSTRAINT "boxes_kit_batch_id_kit_batches_id_fk" FOREIGN KEY ("kit_batch_id") REFERENCES "public"."kit_batches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kit_batch_entries" ADD CONSTRAINT "kit_batch_entries_batch_id_kit_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."kit_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kit_batch_entries" ADD CONSTRAINT "kit_batch_entries_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pickups" ADD CONSTRAINT "pickups_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_changes_appraisal" ON "application_changes" USING btree ("appraisal_id","id");--> statement-breakpoint
CREATE INDEX "appraisal_draft_items_draft" ON "appraisal_draft_items" USING btree ("appraisal_id","box_number","added_at");--> statement-breakpoint
CREATE INDEX "appraisal_draft_items_images" ON "appraisal_draft_items" USING gin ("image_ids");--> statement-breakpoint
CREATE INDEX "appraisal_drafts_state" ON "appraisal_drafts" USING btree ("state","changed_at","appraisal_id");--> statement-breakpoint
CREATE INDEX "waiting_results_batch" ON "waiting_results" USING btree ("batch_id","row_number","id");--> statement-breakpoint
CREATE INDEX "waiting_results_flagged" ON "waiting_results" USING btree ("batch_id","row_number","id") WHERE "waiting_results"."flags" <> '[]'::jsonb and ("waiting_results"."override_reason" = '' or "waiting_results"."flags" @> '[{"code":"does-not-fit"}]'::jsonb) and "waiting_results"."taken_out_at" is null and "waiting_results"."released_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_results_application" ON "waiting_results" USING btree ("appraisal_id") WHERE "waiting_results"."taken_out_at" is null and "waiting_results"."released_at" is null;--> statement-breakpoint
CREATE INDEX "dealer_entries_traded" ON "dealer_entries" USING btree ("traded_on","id");--> statement-breakpoint
CREATE INDEX "dealer_entries_entered" ON "dealer_entries" USING btree ("entered_at","id");--> statement-breakpoint
CREATE INDEX "dealer_entries_application" ON "dealer_entries" USING btree ("appraisal_id","id");--> statement-breakpoint
CREATE INDEX "dealer_entries_kept" ON "dealer_entries" USING btree ("kept_until");--> statement-breakpoint
CREATE INDEX "dealer_entries_grams" ON "dealer_entries" USING gin (search_grams("folded"));--> statement-breakpoint
CREATE INDEX "identity_letters_number" ON "identity_letters" USING btree ("letter_number");--> statement-breakpoint
CREATE INDEX "box_exceptions_open" ON "box_exceptions" USING btree ("due_on","id") WHERE "box_exceptions"."state" = 'open';--> statement-breakpoint
CREATE INDEX "box_exceptions_rank" ON "box_exceptions" USING btree ("state" DESC NULLS FIRST,"due_on","id");--> statement-breakpoint
CREATE INDEX "box_exceptions_owner" ON "box_exceptions" USING btree ("owner_uid","due_on","id") WHERE "box_exceptions"."state" = 'open';--> statement-breakpoint
CREATE INDEX "box_exceptions_created" ON "box_exceptions" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "box_exceptions_application" ON "box_exceptions" USING btree ("appraisal_id");--> statement-breakpoint
CREATE UNIQUE INDEX "box_exceptions_scan" ON "box_exceptions" USING btree ("scan_id") WHERE "box_exceptions"."scan_id" is not null;--> statement-breakpoint
CREATE INDEX "box_exceptions_images" ON "box_exceptions" USING gin ("image_ids");--> statement-breakpoint
CREATE INDEX "scans_received" ON "scans" USING btree ("received_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "scans_application" ON "scans" USING btree ("appraisal_id","received_at");--> statement-breakpoint
CREATE INDEX "boxes_batch" ON "boxes" USING btree ("kit_batch_id");--> statement-breakpoint
CREATE INDEX "boxes_tracking" ON "boxes" USING btree ("tracking_number") WHERE "boxes"."tracking_number" <> '';--> statement-breakpoint
CREATE INDEX "boxes_out" ON "boxes" USING btree ("kit_state","kit_sent_at","appraisal_id","number") WHERE "boxes"."received_at" is null;--> statement-breakpoint
CREATE INDEX "boxes_under_way" ON "boxes" USING btree ("kit_sent_at","appraisal_id","number") WHERE "boxes"."received_at" is null and "boxes"."kit_state" in ('sent', 'delivered');--> statement-breakpoint
CREATE INDEX "boxes_received" ON "boxes" USING btree ("received_at","appraisal_id","number") WHERE "boxes"."received_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "kit_batch_entries_waiting" ON "kit_batch_entries" USING btree ("appraisal_id") WHERE "kit_batch_entries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "kit_batch_entries_application" ON "kit_batch_entries" USING btree ("appraisal_id");--> statement-breakpoint
CREATE UNIQUE INDEX "kit_batches_day" ON "kit_batches" USING btree ("day","number");--> statement-breakpoint
CREATE INDEX "kit_batches_created" ON "kit_batches" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "pickups_day" ON "pickups" USING btree ("day","appraisal_id") WHERE "pickups"."cancelled_at" is null and "pickups"."exported_at" is null;--> statement-breakpoint
CREATE INDEX "pickups_arranged" ON "pickups" USING btree ("day","appraisal_id") WHERE "pickups"."cancelled_at" is null and "pickups"."exported_at" is not null;--> statement-breakpoint
CREATE INDEX "application_events_state" ON "application_events" USING btree ("to_state","at");--> statement-breakpoint
CREATE INDEX "applications_state_changed" ON "applications" USING btree ("state","state_changed_at","appraisal_id");--> statement-breakpoint
CREATE INDEX "applications_todo" ON "applications" USING btree ("created_at","appraisal_id") WHERE "applications"."state" in ('applied', 'goods-received', 'appraised');--> statement-breakpoint
CREATE INDEX "donations_result" ON "donations" USING btree ("appraisal_row_id");--> statement-breakpoint
CREATE INDEX "appraisal_items_prices" ON "appraisal_items" USING btree ("category","condition","added_at" DESC NULLS FIRST) WHERE "appraisal_items"."category" <> '' and "appraisal_items"."amount_yen" > 0;--> statement-breakpoint
CREATE INDEX "appraisal_items_brand_prices" ON "appraisal_items" USING btree ("category","brand","condition","added_at" DESC NULLS FIRST) WHERE "appraisal_items"."category" <> '' and "appraisal_items"."amount_yen" > 0;--> statement-breakpoint
CREATE INDEX "appraisal_items_images" ON "appraisal_items" USING gin ("image_ids") WHERE "appraisal_items"."image_ids" <> '{}';--> statement-breakpoint
CREATE INDEX "appraisals_application" ON "appraisals" USING btree ("appraisal_id","created_at");--> statement-breakpoint
CREATE INDEX "result_batches_due" ON "result_batches" USING btree ("release_due_at") WHERE "result_batches"."state" = 'waiting';--> statement-breakpoint
ALTER TABLE "result_batches" ADD CONSTRAINT "result_batches_state" CHECK ("result_batches"."state" in ('waiting', 'released', 'dropped'));--> statement-breakpoint
ALTER TABLE "result_batches" ADD CONSTRAINT "result_batches_source" CHECK ("result_batches"."source" in ('csv', 'tablet'));