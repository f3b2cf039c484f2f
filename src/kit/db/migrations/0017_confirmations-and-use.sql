CREATE TABLE "transfer_confirmations" (
	"remittance_id" text NOT NULL,
	"number" integer NOT NULL,
	"associate_id" text NOT NULL,
	"is_taken_back" boolean NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"confirmed_by" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "transfer_confirmations_remittance_id_number_pk" PRIMARY KEY("remittance_id","number"),
	CONSTRAINT "transfer_confirmations_turn" CHECK ("transfer_confirmations"."number" > 0 and "transfer_confirmations"."is_taken_back" = ("transfer_confirmations"."number" % 2 = 0)),
	CONSTRAINT "transfer_confirmations_reason" CHECK ("transfer_confirmations"."is_taken_back" = ("transfer_confirmations"."reason" <> ''))
);
--> statement-breakpoint
CREATE TABLE "unreported_sums" (
	"associate_id" text PRIMARY KEY NOT NULL,
	"gifts" integer NOT NULL,
	"late_gifts" integer NOT NULL,
	"sum_yen" bigint,
	"sum_gifts" integer DEFAULT 0 NOT NULL,
	"sum_day" date
);
--> statement-breakpoint
CREATE TABLE "use_report_deliveries" (
	"report_id" text PRIMARY KEY NOT NULL,
	"reached_id" bigint DEFAULT 0 NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "use_report_editions" (
	"report_id" text NOT NULL,
	"edition" integer NOT NULL,
	"period_from" date NOT NULL,
	"period_to" date NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"image_id" text,
	"yen" bigint NOT NULL,
	"gifts" integer NOT NULL,
	"text_hash" text NOT NULL,
	"picture_hash" text,
	"published_by" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "use_report_editions_report_id_edition_pk" PRIMARY KEY("report_id","edition")
);
--> statement-breakpoint
CREATE TABLE "use_report_gifts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "use_report_gifts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"report_id" text NOT NULL,
	"appraisal_id" text NOT NULL,
	"yen" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "use_report_gifts_yen" CHECK ("use_report_gifts"."yen" <> 0)
);
--> statement-breakpoint
CREATE TABLE "use_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"associate_id" text NOT NULL,
	"edition" integer NOT NULL,
	"period_from" date NOT NULL,
	"period_to" date NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"image_id" text,
	"yen" bigint NOT NULL,
	"gifts" integer NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"hidden_at" timestamp (3) with time zone,
	"hidden_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "use_reports_yen" CHECK ("use_reports"."yen" > 0),
	CONSTRAINT "use_reports_period" CHECK ("use_reports"."period_from" <= "use_reports"."period_to")
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_role";--> statement-breakpoint
ALTER TABLE "transfer_confirmations" ADD CONSTRAINT "transfer_confirmations_remittance_id_remittances_id_fk" FOREIGN KEY ("remittance_id") REFERENCES "public"."remittances"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_confirmations" ADD CONSTRAINT "transfer_confirmations_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unreported_sums" ADD CONSTRAINT "unreported_sums_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "use_report_deliveries" ADD CONSTRAINT "use_report_deliveries_report_id_use_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."use_reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "use_report_editions" ADD CONSTRAINT "use_report_editions_report_id_use_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."use_reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "use_report_editions" ADD CONSTRAINT "use_report_editions_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "use_report_gifts" ADD CONSTRAINT "use_report_gifts_report_id_use_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."use_reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "use_report_gifts" ADD CONSTRAINT "use_report_gifts_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "use_reports" ADD CONSTRAINT "use_reports_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "use_reports" ADD CONSTRAINT "use_reports_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transfer_confirmations_associate" ON "transfer_confirmations" USING btree ("associate_id","confirmed_at" DESC NULLS FIRST,"remittance_id","number");--> statement-breakpoint
CREATE INDEX "use_report_deliveries_open" ON "use_report_deliveries" USING btree ("report_id") WHERE "use_report_deliveries"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "use_report_editions_image" ON "use_report_editions" USING btree ("image_id") WHERE "use_report_editions"."image_id" is not null;--> statement-breakpoint
CREATE INDEX "use_report_gifts_report" ON "use_report_gifts" USING btree ("report_id","id");--> statement-breakpoint
CREATE INDEX "use_report_gifts_appraisal" ON "use_report_gifts" USING btree ("appraisal_id","report_id");--> statement-breakpoint
CREATE INDEX "use_reports_associate" ON "use_reports" USING btree ("associate_id","published_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "use_reports_published" ON "use_reports" USING btree ("published_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "use_reports_image" ON "use_reports" USING btree ("image_id") WHERE "use_reports"."image_id" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role" CHECK ("users"."role" in ('donor', 'staff', 'warehouse', 'accountant', 'auditor', 'operator', 'owner'));--> statement-breakpoint
CREATE TRIGGER transfer_confirmations_append_only BEFORE UPDATE OR DELETE ON transfer_confirmations FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER transfer_confirmations_not_emptied BEFORE TRUNCATE ON transfer_confirmations FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();--> statement-breakpoint
CREATE TRIGGER use_report_editions_append_only BEFORE UPDATE OR DELETE ON use_report_editions FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER use_report_editions_not_emptied BEFORE TRUNCATE ON use_report_editions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();--> statement-breakpoint
CREATE TRIGGER use_report_gifts_append_only BEFORE UPDATE OR DELETE ON use_report_gifts FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER use_report_gifts_not_emptied BEFORE TRUNCATE ON use_report_gifts FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();--> statement-breakpoint
CREATE TRIGGER use_reports_touch_added AFTER INSERT ON use_reports REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION touch_records('associates', 'associate_id');--> statement-breakpoint
CREATE TRIGGER use_reports_touch_changed AFTER UPDATE ON use_reports REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION touch_records('associates', 'associate_id');--> statement-breakpoint
CREATE TRIGGER use_reports_touch_removed AFTER DELETE ON use_reports REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION touch_records('associates', 'associate_id');--> statement-breakpoint
CREATE TRIGGER use_reports_touch_emptied AFTER TRUNCATE ON use_reports FOR EACH STATEMENT EXECUTE FUNCTION touch_records('associates', 'associate_id');--> statement-breakpoint
CREATE TRIGGER unreported_sums_touch_added AFTER INSERT ON unreported_sums REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION touch_records('associates', 'associate_id');--> statement-breakpoint
CREATE TRIGGER unreported_sums_touch_changed AFTER UPDATE ON unreported_sums REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION touch_records('associates', 'associate_id');--> statement-breakpoint
CREATE TRIGGER unreported_sums_touch_removed AFTER DELETE ON unreported_sums REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION touch_records('associates', 'associate_id');--> statement-breakpoint
CREATE TRIGGER unreported_sums_touch_emptied AFTER TRUNCATE ON unreported_sums FOR EACH STATEMENT EXECUTE FUNCTION touch_records('associates', 'associate_id');
