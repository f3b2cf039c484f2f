CREATE TABLE "associate_agreements" (
	"id" text PRIMARY KEY NOT NULL,
	"associate_id" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"fee_basis_points" integer NOT NULL,
	"minimum_yen" integer DEFAULT 0 NOT NULL,
	"publishes" text DEFAULT 'after-look' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "associate_agreements_fee" CHECK ("associate_agreements"."fee_basis_points" between 0 and 10000),
	CONSTRAINT "associate_agreements_publishes" CHECK ("associate_agreements"."publishes" in ('at-once', 'after-look'))
);
--> statement-breakpoint
CREATE TABLE "bank_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"associate_id" text,
	"bank_code" text NOT NULL,
	"bank_name" text NOT NULL,
	"branch_code" text NOT NULL,
	"branch_name" text NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"holder" text NOT NULL,
	"approval_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bank_accounts_kind" CHECK ("bank_accounts"."kind" in ('ordinary', 'current', 'savings')),
	CONSTRAINT "bank_accounts_number" CHECK ("bank_accounts"."number" ~ '^[0-9]{7}$')
);
--> statement-breakpoint
CREATE TABLE "certification_alerts" (
	"certification_id" integer NOT NULL,
	"days_before" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "certification_alerts_certification_id_days_before_pk" PRIMARY KEY("certification_id","days_before")
);
--> statement-breakpoint
CREATE TABLE "thanks_deliveries" (
	"thanks_id" text PRIMARY KEY NOT NULL,
	"aimed_count" integer NOT NULL,
	"given_count" integer DEFAULT 0 NOT NULL,
	"reached_at" timestamp (3) with time zone,
	"reached_id" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thanks_templates" (
	"id" text PRIMARY KEY NOT NULL,
	"associate_id" text NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "donation_thanks" (
	"donation_id" text NOT NULL,
	"thanks_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"notify_at" timestamp (3) with time zone,
	CONSTRAINT "donation_thanks_donation_id_thanks_id_pk" PRIMARY KEY("donation_id","thanks_id")
);
--> statement-breakpoint
CREATE TABLE "donor_merges" (
	"id" text PRIMARY KEY NOT NULL,
	"from_uid" text NOT NULL,
	"into_uid" text NOT NULL,
	"moved" jsonb NOT NULL,
	"merged_by" text NOT NULL,
	"merged_at" timestamp (3) with time zone NOT NULL,
	"undone_by" text,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "donor_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "donor_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"body" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "donor_search" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"folded" text NOT NULL,
	CONSTRAINT "donor_search_uid_unique" UNIQUE("uid")
);
--> statement-breakpoint
CREATE TABLE "reply_templates" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"body" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thread_attachments" (
	"id" text PRIMARY KEY NOT NULL,
	"entry_id" bigint NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"byte_count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thread_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "thread_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"direction" text NOT NULL,
	"body" text NOT NULL,
	"author_uid" text,
	"mail_id" bigint,
	"inbound_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "thread_entries_inbound_id_unique" UNIQUE("inbound_id"),
	CONSTRAINT "thread_entries_subject" CHECK ("thread_entries"."subject_type" in ('message', 'listing')),
	CONSTRAINT "thread_entries_direction" CHECK ("thread_entries"."direction" in ('out', 'in', 'note'))
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"change" jsonb NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"asked_by" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"decision_note" text DEFAULT '' NOT NULL,
	CONSTRAINT "approvals_kind" CHECK ("approvals"."kind" in ('bank-account', 'role', 'remittance')),
	CONSTRAINT "approvals_state" CHECK ("approvals"."state" in ('waiting', 'done', 'declined', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"associate_id" text,
	"staff_role" text,
	"token_hash" text NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"accepted_by" text,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "invitations_role" CHECK (("invitations"."role" = 'staff') = ("invitations"."associate_id" is not null) and ("invitations"."role" = 'staff') = ("invitations"."staff_role" is not null))
);
--> statement-breakpoint
CREATE TABLE "content_versions" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"number" integer NOT NULL,
	"content" jsonb NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"holds_from" date,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"published_by" text,
	"published_at" timestamp (3) with time zone,
	CONSTRAINT "content_versions_kind_key_number_pk" PRIMARY KEY("kind","key","number"),
	CONSTRAINT "content_versions_state" CHECK ("content_versions"."state" in ('draft', 'waiting', 'published', 'discarded')),
	CONSTRAINT "content_versions_published" CHECK (("content_versions"."state" = 'published') = ("content_versions"."published_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "legal_consents" (
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"text_kind" text NOT NULL,
	"version" integer NOT NULL,
	"act" text DEFAULT 'agreed' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "legal_consents_subject_type_subject_id_text_kind_version_pk" PRIMARY KEY("subject_type","subject_id","text_kind","version"),
	CONSTRAINT "legal_consents_subject" CHECK ("legal_consents"."subject_type" in ('user', 'application')),
	CONSTRAINT "legal_consents_act" CHECK ("legal_consents"."act" in ('agreed', 'told'))
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_role";--> statement-breakpoint
DROP INDEX "contact_messages_rank";--> statement-breakpoint
DROP INDEX "listing_applications_state";--> statement-breakpoint
DROP INDEX "listing_applications_rank";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "locked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_sign_in_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "wants_thanks_mails" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "entered_by" text;--> statement-breakpoint
ALTER TABLE "associate_certifications" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "associate_thanks" ADD COLUMN "scope" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "associate_thanks" ADD COLUMN "appraisal_id" text;--> statement-breakpoint
ALTER TABLE "associate_thanks" ADD COLUMN "period_from" date;--> statement-breakpoint
ALTER TABLE "associate_thanks" ADD COLUMN "period_to" date;--> statement-breakpoint
ALTER TABLE "associate_thanks" ADD COLUMN "is_public" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "associate_thanks" ADD COLUMN "delivered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "associate_thanks" ADD COLUMN "is_delivered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "associate_thanks" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "associate_thanks" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "associate_thanks" ADD COLUMN "is_standing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "associates" ADD COLUMN "state" text DEFAULT 'published' NOT NULL;--> statement-breakpoint
ALTER TABLE "associates" ADD COLUMN "ended_on" date;--> statement-breakpoint
ALTER TABLE "associates" ADD COLUMN "state_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "associates" ADD COLUMN "merged_into" text;--> statement-breakpoint
ALTER TABLE "associates" ADD COLUMN "seal_image_id" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "result" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "image_id" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "image_alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "is_shown" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "associate_id" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "assignee_uid" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "thread_token_hash" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_applications" ADD COLUMN "assignee_uid" text;--> statement-breakpoint
ALTER TABLE "listing_applications" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "listing_applications" ADD COLUMN "thread_token_hash" text;--> statement-breakpoint
ALTER TABLE "listing_applications" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_applications" ADD COLUMN "associate_id" text;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "resend_of" bigint;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "staff_memberships" ADD COLUMN "role" text DEFAULT 'editor' NOT NULL;--> statement-breakpoint
ALTER TABLE "associate_agreements" ADD CONSTRAINT "associate_agreements_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certification_alerts" ADD CONSTRAINT "certification_alerts_certification_id_associate_certifications_id_fk" FOREIGN KEY ("certification_id") REFERENCES "public"."associate_certifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thanks_deliveries" ADD CONSTRAINT "thanks_deliveries_thanks_id_associate_thanks_id_fk" FOREIGN KEY ("thanks_id") REFERENCES "public"."associate_thanks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thanks_templates" ADD CONSTRAINT "thanks_templates_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donation_thanks" ADD CONSTRAINT "donation_thanks_donation_id_donations_id_fk" FOREIGN KEY ("donation_id") REFERENCES "public"."donations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donation_thanks" ADD CONSTRAINT "donation_thanks_thanks_id_associate_thanks_id_fk" FOREIGN KEY ("thanks_id") REFERENCES "public"."associate_thanks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donor_search" ADD CONSTRAINT "donor_search_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_attachments" ADD CONSTRAINT "thread_attachments_entry_id_thread_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."thread_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "associate_agreements_associate" ON "associate_agreements" USING btree ("associate_id","starts_on","created_at");--> statement-breakpoint
CREATE INDEX "bank_accounts_associate" ON "bank_accounts" USING btree ("associate_id","created_at");--> statement-breakpoint
CREATE INDEX "thanks_templates_associate" ON "thanks_templates" USING btree ("associate_id","name","id");--> statement-breakpoint
CREATE INDEX "donation_thanks_thanks" ON "donation_thanks" USING btree ("thanks_id");--> statement-breakpoint
CREATE INDEX "donation_thanks_notify" ON "donation_thanks" USING btree ("notify_at","donation_id","thanks_id") WHERE "donation_thanks"."notify_at" is not null;--> statement-breakpoint
CREATE INDEX "donor_merges_into" ON "donor_merges" USING btree ("into_uid","merged_at");--> statement-breakpoint
CREATE INDEX "donor_merges_from" ON "donor_merges" USING btree ("from_uid","merged_at");--> statement-breakpoint
CREATE INDEX "donor_notes_subject" ON "donor_notes" USING btree ("subject_type","subject_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "donor_search_guest" ON "donor_search" USING btree ("email") WHERE "donor_search"."uid" is null;--> statement-breakpoint
CREATE INDEX "donor_search_email" ON "donor_search" USING btree ("email");--> statement-breakpoint
CREATE INDEX "donor_search_created" ON "donor_search" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "donor_search_grams" ON "donor_search" USING gin (search_grams("folded"));--> statement-breakpoint
CREATE INDEX "reply_templates_name" ON "reply_templates" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "thread_attachments_entry" ON "thread_attachments" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "thread_entries_subject" ON "thread_entries" USING btree ("subject_type","subject_id","id");--> statement-breakpoint
CREATE INDEX "thread_entries_mail" ON "thread_entries" USING btree ("mail_id") WHERE "thread_entries"."mail_id" is not null;--> statement-breakpoint
CREATE INDEX "approvals_state" ON "approvals" USING btree ("state","asked_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "approvals_rank" ON "approvals" USING btree ((case "state" when 'waiting' then 0 else 1 end),"asked_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "approvals_subject" ON "approvals" USING btree ("kind","subject_id","asked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_waiting" ON "approvals" USING btree ("kind","subject_id") WHERE "approvals"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "approvals_due" ON "approvals" USING btree ("due_at") WHERE "approvals"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "invitations_associate" ON "invitations" USING btree ("associate_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "invitations_created" ON "invitations" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_open" ON "invitations" USING btree ("email",coalesce("associate_id", '')) WHERE "invitations"."accepted_at" is null and "invitations"."withdrawn_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "content_versions_open" ON "content_versions" USING btree ("kind","key") WHERE "content_versions"."state" in ('draft', 'waiting');--> statement-breakpoint
CREATE INDEX "content_versions_waiting" ON "content_versions" USING btree ("changed_at","kind","key") WHERE "content_versions"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "content_versions_room" ON "content_versions" USING btree ("kind",split_part("key", ':', 1)) WHERE "content_versions"."state" in ('draft', 'waiting');--> statement-breakpoint
CREATE INDEX "legal_consents_version" ON "legal_consents" USING btree ("text_kind","version","act","subject_type");--> statement-breakpoint
ALTER TABLE "associates" ADD CONSTRAINT "associates_seal_image_id_images_id_fk" FOREIGN KEY ("seal_image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_applications" ADD CONSTRAINT "listing_applications_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role","created_at","uid") WHERE "users"."role" <> 'donor';--> statement-breakpoint
CREATE INDEX "associate_certifications_expiry" ON "associate_certifications" USING btree ("expires_on","id");--> statement-breakpoint
CREATE UNIQUE INDEX "associate_thanks_standing" ON "associate_thanks" USING btree ("associate_id") WHERE "associate_thanks"."is_standing" and "associate_thanks"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "associate_thanks_delivering" ON "associate_thanks" USING btree ("published_at","id") WHERE "associate_thanks"."is_delivered" and "associate_thanks"."delivered_at" is null and "associate_thanks"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "associates_admin" ON "associates" USING btree ("state","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "associates_created" ON "associates" USING btree ("created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "images_associate" ON "images" USING btree ("associate_id") WHERE "images"."associate_id" is not null;--> statement-breakpoint
CREATE INDEX "contact_messages_due" ON "contact_messages" USING btree ("due_at","id") WHERE "contact_messages"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "contact_messages_email" ON "contact_messages" USING btree ("email","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "listing_applications_due" ON "listing_applications" USING btree ("due_at","id") WHERE "listing_applications"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "listing_applications_email" ON "listing_applications" USING btree ("email","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "outbox_mails_application" ON "outbox_mails" USING btree ("appraisal_id","id");--> statement-breakpoint
CREATE INDEX "outbox_mails_recipient" ON "outbox_mails" USING btree ("recipient","id");--> statement-breakpoint
CREATE INDEX "outbox_mails_resend_of" ON "outbox_mails" USING btree ("resend_of") WHERE "outbox_mails"."resend_of" is not null;--> statement-breakpoint
CREATE INDEX "outbox_mails_kind" ON "outbox_mails" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "receipts_reissue_of" ON "receipts" USING btree ("reissue_of") WHERE "receipts"."reissue_of" is not null;--> statement-breakpoint
CREATE INDEX "receipts_associate" ON "receipts" USING btree ("associate_id","issued_at","number");--> statement-breakpoint
CREATE INDEX "contact_messages_rank" ON "contact_messages" USING btree ((case when "answered_at" is null then 0 else 1 end),(coalesce("due_at", timestamptz '9999-01-01 00:00:00+00')),"created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "listing_applications_state" ON "listing_applications" USING btree ("state",(coalesce("due_at", timestamptz '9999-01-01 00:00:00+00')),"created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "listing_applications_rank" ON "listing_applications" USING btree ((coalesce("due_at", timestamptz '9999-01-01 00:00:00+00')),(case "state" when 'new' then 0 when 'in-talks' then 1 else 2 end),"created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_thread_token_hash_unique" UNIQUE("thread_token_hash");--> statement-breakpoint
ALTER TABLE "listing_applications" ADD CONSTRAINT "listing_applications_thread_token_hash_unique" UNIQUE("thread_token_hash");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role" CHECK ("users"."role" in ('donor', 'staff', 'warehouse', 'accountant', 'operator', 'owner'));--> statement-breakpoint
ALTER TABLE "associate_thanks" ADD CONSTRAINT "associate_thanks_scope" CHECK ("associate_thanks"."scope" in ('donation', 'period', 'all'));--> statement-breakpoint
ALTER TABLE "associates" ADD CONSTRAINT "associates_state" CHECK ("associates"."state" in ('draft', 'published', 'paused', 'ended'));--> statement-breakpoint
ALTER TABLE "associates" ADD CONSTRAINT "associates_listed" CHECK (not "associates"."is_listed" or "associates"."state" = 'published');--> statement-breakpoint
ALTER TABLE "staff_memberships" ADD CONSTRAINT "staff_memberships_role" CHECK ("staff_memberships"."role" in ('editor', 'viewer'));