CREATE TABLE "auth_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_accounts_provider" UNIQUE("provider_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "auth_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"alg" text,
	"crv" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "auth_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "auth_two_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"user_id" text NOT NULL,
	"verified" boolean DEFAULT true,
	"failed_verification_count" integer DEFAULT 0,
	"locked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "auth_users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"two_factor_enabled" boolean DEFAULT false,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "auth_verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "application_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"appraisal_id" text NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"done_by" text NOT NULL,
	"actor_uid" text,
	"is_skipped" boolean DEFAULT false NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"batch_id" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"appraisal_id" text NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "application_tokens_purpose" CHECK ("application_tokens"."purpose" in ('status', 'claim'))
);
--> statement-breakpoint
CREATE TABLE "applications" (
	"appraisal_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"associate_id" text,
	"social_challenge_id" text,
	"uid" text,
	"frequency" text NOT NULL,
	"products" text[] NOT NULL,
	"boxes" integer NOT NULL,
	"delivery_date" date,
	"delivery_slot" text DEFAULT '' NOT NULL,
	"need_receipt" boolean NOT NULL,
	"birth" date,
	"occupation" text DEFAULT '' NOT NULL,
	"last_name" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name_kana" text NOT NULL,
	"first_name_kana" text NOT NULL,
	"email" text NOT NULL,
	"tel" text NOT NULL,
	"zipcode" text NOT NULL,
	"prefecture" text NOT NULL,
	"line1" text NOT NULL,
	"line2" text DEFAULT '' NOT NULL,
	"building" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'applied' NOT NULL,
	"identity" text DEFAULT 'not-needed' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"state_changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "applications_kind" CHECK ("applications"."kind" in ('direct', 'fund')),
	CONSTRAINT "applications_target" CHECK (("applications"."kind" = 'direct' and "applications"."associate_id" is not null and "applications"."social_challenge_id" is null) or ("applications"."kind" = 'fund' and "applications"."associate_id" is null and "applications"."social_challenge_id" is not null)),
	CONSTRAINT "applications_fund_facts" CHECK ("applications"."kind" = 'direct' or "applications"."birth" is not null),
	CONSTRAINT "applications_frequency" CHECK ("applications"."frequency" in ('once', 'recurring')),
	CONSTRAINT "applications_boxes" CHECK ("applications"."boxes" between 1 and 5),
	CONSTRAINT "applications_slot" CHECK ("applications"."delivery_slot" in ('', '12', '14', '16', '18', '19')),
	CONSTRAINT "applications_state" CHECK ("applications"."state" in ('applied', 'kit-sent', 'goods-received', 'appraised', 'donated', 'remitted', 'thanked', 'cancelled', 'returned', 'unpriced')),
	CONSTRAINT "applications_identity" CHECK ("applications"."identity" in ('not-needed', 'due', 'submitted', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "appraisal_items" (
	"appraisal_row_id" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"quantity" integer NOT NULL,
	"amount_yen" integer NOT NULL,
	"destination" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "appraisal_items_appraisal_row_id_position_pk" PRIMARY KEY("appraisal_row_id","position"),
	CONSTRAINT "appraisal_items_amounts" CHECK ("appraisal_items"."quantity" > 0 and "appraisal_items"."amount_yen" >= 0)
);
--> statement-breakpoint
CREATE TABLE "appraisals" (
	"id" text PRIMARY KEY NOT NULL,
	"appraisal_id" text NOT NULL,
	"batch_id" text NOT NULL,
	"row_number" integer NOT NULL,
	"row_hash" text NOT NULL,
	"received_on" date NOT NULL,
	"appraised_on" date NOT NULL,
	"item_count" integer NOT NULL,
	"priced_count" integer NOT NULL,
	"appraised_yen" integer NOT NULL,
	"bonus_yen" integer NOT NULL,
	"donation_yen" integer NOT NULL,
	"outcome" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"state_before" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"reversed_at" timestamp (3) with time zone,
	CONSTRAINT "appraisals_sum" CHECK ("appraisals"."donation_yen" = "appraisals"."appraised_yen" + "appraisals"."bonus_yen"),
	CONSTRAINT "appraisals_amounts" CHECK ("appraisals"."appraised_yen" >= 0 and "appraisals"."bonus_yen" >= 0),
	CONSTRAINT "appraisals_counts" CHECK ("appraisals"."priced_count" between 0 and "appraisals"."item_count"),
	CONSTRAINT "appraisals_outcome" CHECK ("appraisals"."outcome" in ('completed', 'unpriced', 'returned', 'discarded', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "donations" (
	"id" text PRIMARY KEY NOT NULL,
	"appraisal_id" text NOT NULL,
	"appraisal_row_id" text NOT NULL,
	"uid" text,
	"associate_id" text,
	"social_challenge_id" text,
	"amount_yen" integer NOT NULL,
	"need_receipt" boolean NOT NULL,
	"donated_at" timestamp (3) with time zone NOT NULL,
	"reversed_at" timestamp (3) with time zone,
	"remittance_id" text,
	CONSTRAINT "donations_amount" CHECK ("donations"."amount_yen" >= 0),
	CONSTRAINT "donations_target" CHECK (("donations"."associate_id" is null) <> ("donations"."social_challenge_id" is null))
);
--> statement-breakpoint
CREATE TABLE "identity_papers" (
	"id" text PRIMARY KEY NOT NULL,
	"appraisal_id" text NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"reviewed_at" timestamp (3) with time zone,
	"reviewed_by" text,
	"delete_after" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_lines" (
	"posting_id" text NOT NULL,
	"line" integer NOT NULL,
	"account" text NOT NULL,
	"amount_yen" bigint NOT NULL,
	"donation_id" text,
	"remittance_id" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_lines_posting_id_line_pk" PRIMARY KEY("posting_id","line"),
	CONSTRAINT "ledger_lines_amount" CHECK ("ledger_lines"."amount_yen" <> 0)
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"number" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"uid" text,
	"associate_id" text NOT NULL,
	"donation_id" text,
	"year" integer NOT NULL,
	"amount_yen" bigint NOT NULL,
	"donor_name" text NOT NULL,
	"donor_address" text NOT NULL,
	"certification_id" integer NOT NULL,
	"verify_code_hash" text NOT NULL,
	"reissue_of" text,
	"issued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "receipts_verify_code_hash_unique" UNIQUE("verify_code_hash"),
	CONSTRAINT "receipts_number_kind" UNIQUE("number","kind"),
	CONSTRAINT "receipts_kind" CHECK ("receipts"."kind" in ('donation', 'year'))
);
--> statement-breakpoint
CREATE TABLE "remittances" (
	"id" text PRIMARY KEY NOT NULL,
	"associate_id" text,
	"social_challenge_id" text,
	"amount_yen" bigint NOT NULL,
	"period_from" date NOT NULL,
	"period_to" date NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "remittances_amount" CHECK ("remittances"."amount_yen" > 0),
	CONSTRAINT "remittances_period" CHECK ("remittances"."period_from" <= "remittances"."period_to")
);
--> statement-breakpoint
CREATE TABLE "result_batches" (
	"id" text PRIMARY KEY NOT NULL,
	"uploaded_by" text NOT NULL,
	"file_name" text NOT NULL,
	"file_hash" text NOT NULL,
	"item_file_name" text DEFAULT '' NOT NULL,
	"encoding" text NOT NULL,
	"row_count" integer NOT NULL,
	"accepted_count" integer NOT NULL,
	"unchanged_count" integer DEFAULT 0 NOT NULL,
	"donation_yen" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"reversed_at" timestamp (3) with time zone,
	"reversed_by" text,
	"reversal_reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "associate_activities" (
	"id" text PRIMARY KEY NOT NULL,
	"associate_id" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"image_id" text,
	"published_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "associate_certifications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "associate_certifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"associate_id" text NOT NULL,
	"number" text NOT NULL,
	"authority" text NOT NULL,
	"certified_on" date NOT NULL,
	"expires_on" date NOT NULL,
	"has_tax_credit" boolean DEFAULT true NOT NULL,
	CONSTRAINT "associate_certifications_days" CHECK ("associate_certifications"."certified_on" <= "associate_certifications"."expires_on")
);
--> statement-breakpoint
CREATE TABLE "associate_challenges" (
	"associate_id" text NOT NULL,
	"social_challenge_id" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "associate_challenges_associate_id_social_challenge_id_pk" PRIMARY KEY("associate_id","social_challenge_id"),
	CONSTRAINT "associate_challenges_position" UNIQUE("associate_id","position")
);
--> statement-breakpoint
CREATE TABLE "associate_months" (
	"associate_id" text NOT NULL,
	"month" date NOT NULL,
	"donation_count" integer DEFAULT 0 NOT NULL,
	"amount_yen" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "associate_months_associate_id_month_pk" PRIMARY KEY("associate_id","month"),
	CONSTRAINT "associate_months_count" CHECK ("associate_months"."donation_count" >= 0),
	CONSTRAINT "associate_months_amount" CHECK ("associate_months"."amount_yen" >= 0)
);
--> statement-breakpoint
CREATE TABLE "associate_thanks" (
	"id" text PRIMARY KEY NOT NULL,
	"associate_id" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"image_id" text,
	"published_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "associate_visions" (
	"associate_id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"goal" text DEFAULT '' NOT NULL,
	"use_of_donations" text DEFAULT '' NOT NULL,
	"image_id" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "associates" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_kana" text DEFAULT '' NOT NULL,
	"summary" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"classification" text NOT NULL,
	"locations" text[] DEFAULT '{}' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"representative" text DEFAULT '' NOT NULL,
	"website_url" text DEFAULT '' NOT NULL,
	"founded_year" integer,
	"cover_image_id" text,
	"is_listed" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "associates_classification" CHECK ("associates"."classification" in ('private-organization', 'approved-npo', 'specially-approved-npo', 'npo', 'public-interest-incorporated', 'general-incorporated', 'public-interest-foundation', 'corporate-juridical', 'research-development', 'social-welfare', 'educational', 'incorporated-administrative', 'local-incorporated-administrative', 'municipality', 'medical', 'social-medical', 'undefined'))
);
--> statement-breakpoint
CREATE TABLE "campaign_associates" (
	"year" integer NOT NULL,
	"token" text NOT NULL,
	"associate_id" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "campaign_associates_year_token_associate_id_pk" PRIMARY KEY("year","token","associate_id")
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"year" integer NOT NULL,
	"token" text NOT NULL,
	"title" text NOT NULL,
	"lead" text NOT NULL,
	"body" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	CONSTRAINT "campaigns_year_token_pk" PRIMARY KEY("year","token"),
	CONSTRAINT "campaigns_days" CHECK ("campaigns"."starts_on" <= "campaigns"."ends_on")
);
--> statement-breakpoint
CREATE TABLE "category_associates" (
	"category" text NOT NULL,
	"associate_id" text NOT NULL,
	"title" text NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"orders" integer NOT NULL,
	CONSTRAINT "category_associates_category_associate_id_pk" PRIMARY KEY("category","associate_id")
);
--> statement-breakpoint
CREATE TABLE "listing_applications" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_name" text NOT NULL,
	"classification" text NOT NULL,
	"person_name" text NOT NULL,
	"email" text NOT NULL,
	"tel" text NOT NULL,
	"website_url" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"handled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social_challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"will" text NOT NULL,
	"orders" integer NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"fund_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_preferences" (
	"uid" text NOT NULL,
	"kind" text NOT NULL,
	"is_wanted" boolean NOT NULL,
	CONSTRAINT "mail_preferences_uid_kind_pk" PRIMARY KEY("uid","kind")
);
--> statement-breakpoint
CREATE TABLE "staff_memberships" (
	"uid" text NOT NULL,
	"associate_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_memberships_uid_associate_id_pk" PRIMARY KEY("uid","associate_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"uid" text PRIMARY KEY NOT NULL,
	"role" text DEFAULT 'donor' NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"first_name_kana" text DEFAULT '' NOT NULL,
	"last_name_kana" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"tel" text DEFAULT '' NOT NULL,
	"zipcode" text DEFAULT '' NOT NULL,
	"prefecture" text DEFAULT '' NOT NULL,
	"line1" text DEFAULT '' NOT NULL,
	"line2" text DEFAULT '' NOT NULL,
	"building" text DEFAULT '' NOT NULL,
	"profile_name" text DEFAULT '' NOT NULL,
	"profile_text" text DEFAULT '' NOT NULL,
	"birth" date,
	"gender" text DEFAULT 'unspecified' NOT NULL,
	"instagram" text DEFAULT '' NOT NULL,
	"facebook" text DEFAULT '' NOT NULL,
	"twitter" text DEFAULT '' NOT NULL,
	"image_id" text,
	"banner_image_id" text,
	"account_version" integer DEFAULT 1 NOT NULL,
	"profile_version" integer DEFAULT 1 NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('donor', 'staff', 'operator')),
	CONSTRAINT "users_gender" CHECK ("users"."gender" in ('male', 'female', 'unspecified')),
	CONSTRAINT "users_email_normalised" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE TABLE "pledge_items" (
	"id" text PRIMARY KEY NOT NULL,
	"pledge_id" text NOT NULL,
	"position" integer NOT NULL,
	"image_id" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	CONSTRAINT "pledge_items_position" UNIQUE("pledge_id","position")
);
--> statement-breakpoint
CREATE TABLE "pledge_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"pledge_id" text NOT NULL,
	"reporter_uid" text,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "pledges" (
	"id" text PRIMARY KEY NOT NULL,
	"appraisal_id" text NOT NULL,
	"uid" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"text" text NOT NULL,
	"shows_amount" boolean DEFAULT false NOT NULL,
	"reply" text DEFAULT '' NOT NULL,
	"replied_at" timestamp (3) with time zone,
	"pledged_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "pledges_appraisal_id_unique" UNIQUE("appraisal_id"),
	CONSTRAINT "pledges_state" CHECK ("pledges"."state" in ('draft', 'published', 'hidden', 'removed'))
);
--> statement-breakpoint
CREATE TABLE "attempt_budgets" (
	"subject_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"attempts" integer NOT NULL,
	CONSTRAINT "attempt_budgets_subject_hash_purpose_window_start_pk" PRIMARY KEY("subject_hash","purpose","window_start")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"actor_uid" text NOT NULL,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"handled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"actor" text NOT NULL,
	"key" text NOT NULL,
	"route" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" integer NOT NULL,
	"response" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_actor_key_pk" PRIMARY KEY("actor","key")
);
--> statement-breakpoint
CREATE TABLE "images" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_uid" text,
	"purpose" text NOT NULL,
	"content_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"byte_count" integer NOT NULL,
	"widths" integer[] NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "images_type" CHECK ("images"."content_type" in ('image/jpeg', 'image/png', 'image/webp'))
);
--> statement-breakpoint
CREATE TABLE "outbox_mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"dedupe_key" text NOT NULL,
	"message_id" text NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"uid" text,
	"appraisal_id" text,
	"subject" text NOT NULL,
	"text_body" text NOT NULL,
	"html_body" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"available_at" timestamp (3) with time zone NOT NULL,
	"last_error" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "outbox_mails_dedupe_key_unique" UNIQUE("dedupe_key"),
	CONSTRAINT "outbox_mails_message_id_unique" UNIQUE("message_id"),
	CONSTRAINT "outbox_mails_state" CHECK ("outbox_mails"."state" in ('waiting', 'sent', 'dead', 'held'))
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "topic_versions" (
	"topic" text PRIMARY KEY NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auth_accounts" ADD CONSTRAINT "auth_accounts_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_two_factors" ADD CONSTRAINT "auth_two_factors_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_events" ADD CONSTRAINT "application_events_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_tokens" ADD CONSTRAINT "application_tokens_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_social_challenge_id_social_challenges_id_fk" FOREIGN KEY ("social_challenge_id") REFERENCES "public"."social_challenges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appraisal_items" ADD CONSTRAINT "appraisal_items_appraisal_row_id_appraisals_id_fk" FOREIGN KEY ("appraisal_row_id") REFERENCES "public"."appraisals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appraisals" ADD CONSTRAINT "appraisals_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appraisals" ADD CONSTRAINT "appraisals_batch_id_result_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."result_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_appraisal_row_id_appraisals_id_fk" FOREIGN KEY ("appraisal_row_id") REFERENCES "public"."appraisals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_social_challenge_id_social_challenges_id_fk" FOREIGN KEY ("social_challenge_id") REFERENCES "public"."social_challenges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_remittance" FOREIGN KEY ("remittance_id") REFERENCES "public"."remittances"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_papers" ADD CONSTRAINT "identity_papers_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_lines" ADD CONSTRAINT "ledger_lines_donation_id_donations_id_fk" FOREIGN KEY ("donation_id") REFERENCES "public"."donations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_lines" ADD CONSTRAINT "ledger_lines_remittance_id_remittances_id_fk" FOREIGN KEY ("remittance_id") REFERENCES "public"."remittances"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_donation_id_donations_id_fk" FOREIGN KEY ("donation_id") REFERENCES "public"."donations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remittances" ADD CONSTRAINT "remittances_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remittances" ADD CONSTRAINT "remittances_social_challenge_id_social_challenges_id_fk" FOREIGN KEY ("social_challenge_id") REFERENCES "public"."social_challenges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "associate_activities" ADD CONSTRAINT "associate_activities_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "associate_activities" ADD CONSTRAINT "associate_activities_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "associate_certifications" ADD CONSTRAINT "associate_certifications_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "associate_challenges" ADD CONSTRAINT "associate_challenges_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "associate_challenges" ADD CONSTRAINT "associate_challenges_social_challenge_id_social_challenges_id_fk" FOREIGN KEY ("social_challenge_id") REFERENCES "public"."social_challenges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "associate_months" ADD CONSTRAINT "associate_months_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "associate_thanks" ADD CONSTRAINT "associate_thanks_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "associate_thanks" ADD CONSTRAINT "associate_thanks_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "associate_visions" ADD CONSTRAINT "associate_visions_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "associate_visions" ADD CONSTRAINT "associate_visions_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "associates" ADD CONSTRAINT "associates_cover_image_id_images_id_fk" FOREIGN KEY ("cover_image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_associates" ADD CONSTRAINT "campaign_associates_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "category_associates" ADD CONSTRAINT "category_associates_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD CONSTRAINT "mail_preferences_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_memberships" ADD CONSTRAINT "staff_memberships_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_memberships" ADD CONSTRAINT "staff_memberships_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_uid_auth_users_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pledge_items" ADD CONSTRAINT "pledge_items_pledge_id_pledges_id_fk" FOREIGN KEY ("pledge_id") REFERENCES "public"."pledges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pledge_items" ADD CONSTRAINT "pledge_items_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pledge_reports" ADD CONSTRAINT "pledge_reports_pledge_id_pledges_id_fk" FOREIGN KEY ("pledge_id") REFERENCES "public"."pledges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pledge_reports" ADD CONSTRAINT "pledge_reports_reporter_uid_users_uid_fk" FOREIGN KEY ("reporter_uid") REFERENCES "public"."users"("uid") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pledges" ADD CONSTRAINT "pledges_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pledges" ADD CONSTRAINT "pledges_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auth_accounts_user" ON "auth_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_sessions_user" ON "auth_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_two_factors_user" ON "auth_two_factors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_verifications_identifier" ON "auth_verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "application_events_appraisal" ON "application_events" USING btree ("appraisal_id","id");--> statement-breakpoint
CREATE INDEX "application_tokens_appraisal" ON "application_tokens" USING btree ("appraisal_id");--> statement-breakpoint
CREATE INDEX "applications_uid" ON "applications" USING btree ("uid","created_at");--> statement-breakpoint
CREATE INDEX "applications_state" ON "applications" USING btree ("state","created_at","appraisal_id");--> statement-breakpoint
CREATE INDEX "applications_created" ON "applications" USING btree ("created_at","appraisal_id");--> statement-breakpoint
CREATE INDEX "applications_email" ON "applications" USING btree ("email");--> statement-breakpoint
CREATE INDEX "applications_associate" ON "applications" USING btree ("associate_id");--> statement-breakpoint
CREATE UNIQUE INDEX "appraisals_standing" ON "appraisals" USING btree ("appraisal_id") WHERE "appraisals"."reversed_at" is null;--> statement-breakpoint
CREATE INDEX "appraisals_batch" ON "appraisals" USING btree ("batch_id");--> statement-breakpoint
CREATE UNIQUE INDEX "donations_standing" ON "donations" USING btree ("appraisal_id") WHERE "donations"."reversed_at" is null;--> statement-breakpoint
CREATE INDEX "donations_uid" ON "donations" USING btree ("uid","donated_at","id");--> statement-breakpoint
CREATE INDEX "donations_associate" ON "donations" USING btree ("associate_id","donated_at");--> statement-breakpoint
CREATE INDEX "donations_donated" ON "donations" USING btree ("donated_at");--> statement-breakpoint
CREATE INDEX "identity_papers_appraisal" ON "identity_papers" USING btree ("appraisal_id");--> statement-breakpoint
CREATE INDEX "identity_papers_delete" ON "identity_papers" USING btree ("delete_after");--> statement-breakpoint
CREATE INDEX "ledger_lines_account" ON "ledger_lines" USING btree ("account","at");--> statement-breakpoint
CREATE INDEX "ledger_lines_donation" ON "ledger_lines" USING btree ("donation_id");--> statement-breakpoint
CREATE INDEX "receipts_uid" ON "receipts" USING btree ("uid","issued_at");--> statement-breakpoint
CREATE INDEX "result_batches_created" ON "result_batches" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "associate_activities_associate" ON "associate_activities" USING btree ("associate_id","published_at","id");--> statement-breakpoint
CREATE INDEX "associate_certifications_associate" ON "associate_certifications" USING btree ("associate_id","expires_on");--> statement-breakpoint
CREATE INDEX "associate_challenges_challenge" ON "associate_challenges" USING btree ("social_challenge_id");--> statement-breakpoint
CREATE INDEX "associate_thanks_associate" ON "associate_thanks" USING btree ("associate_id","published_at","id");--> statement-breakpoint
CREATE INDEX "staff_memberships_associate" ON "staff_memberships" USING btree ("associate_id");--> statement-breakpoint
CREATE INDEX "pledge_reports_pledge" ON "pledge_reports" USING btree ("pledge_id");--> statement-breakpoint
CREATE INDEX "pledges_public" ON "pledges" USING btree ("pledged_at","id") WHERE "pledges"."state" = 'published';--> statement-breakpoint
CREATE INDEX "pledges_uid" ON "pledges" USING btree ("uid","pledged_at");--> statement-breakpoint
CREATE INDEX "attempt_budgets_window" ON "attempt_budgets" USING btree ("window_start");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_type","subject_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "images_owner" ON "images" USING btree ("owner_uid");--> statement-breakpoint
CREATE INDEX "outbox_mails_waiting" ON "outbox_mails" USING btree ("available_at","id") WHERE "outbox_mails"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "outbox_mails_created" ON "outbox_mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "outbox_mails_uid" ON "outbox_mails" USING btree ("uid");