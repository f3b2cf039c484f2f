CREATE TABLE "sold_notices" (
	"appraisal_id" text PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "trace_links" (
	"id" text PRIMARY KEY NOT NULL,
	"appraisal_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"shows_sums" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "trace_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "appraisal_estimates" (
	"category" text NOT NULL,
	"brand_class" text NOT NULL,
	"condition" text NOT NULL,
	"count" integer NOT NULL,
	"priced" integer NOT NULL,
	"lower_yen" integer,
	"median_yen" integer,
	"upper_yen" integer,
	"reasons" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"measured_on" date NOT NULL,
	CONSTRAINT "appraisal_estimates_category_brand_class_condition_pk" PRIMARY KEY("category","brand_class","condition"),
	CONSTRAINT "appraisal_estimates_counts" CHECK ("appraisal_estimates"."priced" between 0 and "appraisal_estimates"."count")
);
--> statement-breakpoint
CREATE TABLE "appraisal_question_months" (
	"month" date PRIMARY KEY NOT NULL,
	"asked" integer NOT NULL,
	"changed" integer NOT NULL,
	"changed_yen" integer,
	"counted_on" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "retractions" DROP CONSTRAINT "retractions_kind";--> statement-breakpoint
ALTER TABLE "goods_sales" ADD COLUMN "place" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "goods_sales" ADD COLUMN "item_position" integer;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "item" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sold_notices" ADD CONSTRAINT "sold_notices_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trace_links" ADD CONSTRAINT "trace_links_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sold_notices_due" ON "sold_notices" USING btree ("due_at","appraisal_id") WHERE "sold_notices"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "trace_links_application" ON "trace_links" USING btree ("appraisal_id","created_at");--> statement-breakpoint
CREATE INDEX "contact_messages_item" ON "contact_messages" USING btree ("created_at") WHERE "contact_messages"."item" <> '';--> statement-breakpoint
ALTER TABLE "goods_sales" ADD CONSTRAINT "goods_sales_item" CHECK ("goods_sales"."item_position" > 0);--> statement-breakpoint
ALTER TABLE "retractions" ADD CONSTRAINT "retractions_kind" CHECK ("retractions"."kind" in ('person', 'guest', 'giver-consent', 'mails', 'role', 'membership', 'lock', 'trace-link'));--> statement-breakpoint
CREATE TRIGGER appraisal_estimates_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON appraisal_estimates
  FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('content');
--> statement-breakpoint
CREATE TRIGGER appraisal_question_months_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON appraisal_question_months
  FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('content');
