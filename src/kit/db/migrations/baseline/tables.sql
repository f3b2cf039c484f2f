-- Tables, constraints and indexes, written by drizzle-kit from server/db/schema.
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
	"locked_at" timestamp (3) with time zone,
	"last_sign_in_at" timestamp (3) with time zone,
	"is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('donor', 'staff', 'warehouse', 'accountant', 'operator', 'owner')),
	CONSTRAINT "users_gender" CHECK ("users"."gender" in ('male', 'female', 'unspecified')),
	CONSTRAINT "users_email_normalised" CHECK ("users"."email" = lower("users"."email"))
);

CREATE TABLE "application_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "application_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"appraisal_id" text NOT NULL,
	"changed_by" text NOT NULL,
	"changes" jsonb NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);

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
	"undoes" bigint,
	"at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "application_search" (
	"appraisal_id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"folded" text NOT NULL
);

CREATE TABLE "application_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"appraisal_id" text NOT NULL,
	"purpose" text NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "application_tokens_purpose" CHECK ("application_tokens"."purpose" in ('status', 'claim'))
);

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
	"needs_kit" boolean DEFAULT true NOT NULL,
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
	"link_generation" integer DEFAULT 0 NOT NULL,
	"wants_thanks_mails" boolean DEFAULT true NOT NULL,
	"entered_by" text,
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

CREATE TABLE "associate_activities" (
	"id" text PRIMARY KEY NOT NULL,
	"associate_id" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"image_id" text,
	"published_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "associate_agreements" (
	"id" text PRIMARY KEY NOT NULL,
	"associate_id" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"fee_basis_points" integer NOT NULL,
	"handling_yen" integer DEFAULT 0 NOT NULL,
	"issues_late_receipts" boolean DEFAULT true NOT NULL,
	"minimum_yen" integer DEFAULT 0 NOT NULL,
	"publishes" text DEFAULT 'after-look' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "associate_agreements_handling" CHECK ("associate_agreements"."handling_yen" >= 0),
	CONSTRAINT "associate_agreements_fee" CHECK ("associate_agreements"."fee_basis_points" between 0 and 10000),
	CONSTRAINT "associate_agreements_publishes" CHECK ("associate_agreements"."publishes" in ('at-once', 'after-look'))
);

CREATE TABLE "associate_certifications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "associate_certifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"associate_id" text NOT NULL,
	"number" text NOT NULL,
	"authority" text NOT NULL,
	"certified_on" date NOT NULL,
	"expires_on" date NOT NULL,
	"has_tax_credit" boolean DEFAULT true NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "associate_certifications_days" CHECK ("associate_certifications"."certified_on" <= "associate_certifications"."expires_on")
);

CREATE TABLE "associate_challenges" (
	"associate_id" text NOT NULL,
	"social_challenge_id" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "associate_challenges_associate_id_social_challenge_id_pk" PRIMARY KEY("associate_id","social_challenge_id"),
	CONSTRAINT "associate_challenges_position" UNIQUE("associate_id","position")
);

CREATE TABLE "associate_months" (
	"associate_id" text NOT NULL,
	"month" date NOT NULL,
	"donation_count" integer DEFAULT 0 NOT NULL,
	"amount_yen" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "associate_months_associate_id_month_pk" PRIMARY KEY("associate_id","month"),
	CONSTRAINT "associate_months_count" CHECK ("associate_months"."donation_count" >= 0),
	CONSTRAINT "associate_months_amount" CHECK ("associate_months"."amount_yen" >= 0)
);

CREATE TABLE "associate_thanks" (
	"id" text PRIMARY KEY NOT NULL,
	"associate_id" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"image_id" text,
	"published_at" timestamp (3) with time zone NOT NULL,
	"scope" text DEFAULT 'all' NOT NULL,
	"appraisal_id" text,
	"period_from" date,
	"period_to" date,
	"is_public" boolean DEFAULT true NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"is_delivered" boolean DEFAULT false NOT NULL,
	"created_by" text,
	"withdrawn_at" timestamp (3) with time zone,
	"is_standing" boolean DEFAULT false NOT NULL,
	CONSTRAINT "associate_thanks_scope" CHECK ("associate_thanks"."scope" in ('donation', 'period', 'all'))
);

CREATE TABLE "associate_visions" (
	"associate_id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"goal" text DEFAULT '' NOT NULL,
	"use_of_donations" text DEFAULT '' NOT NULL,
	"image_id" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

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
	"state" text DEFAULT 'published' NOT NULL,
	"ended_on" date,
	"state_note" text DEFAULT '' NOT NULL,
	"merged_into" text,
	"seal_image_id" text,
	"version" integer DEFAULT 1 NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "associates_state" CHECK ("associates"."state" in ('draft', 'published', 'paused', 'ended')),
	CONSTRAINT "associates_listed" CHECK (not "associates"."is_listed" or "associates"."state" = 'published'),
	CONSTRAINT "associates_classification" CHECK ("associates"."classification" in ('private-organization', 'approved-npo', 'specially-approved-npo', 'npo', 'public-interest-incorporated', 'general-incorporated', 'public-interest-foundation', 'corporate-juridical', 'research-development', 'social-welfare', 'educational', 'incorporated-administrative', 'local-incorporated-administrative', 'municipality', 'medical', 'social-medical', 'undefined'))
);

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

CREATE TABLE "category_associates" (
	"category" text NOT NULL,
	"associate_id" text NOT NULL,
	"title" text NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"orders" integer NOT NULL,
	CONSTRAINT "category_associates_category_associate_id_pk" PRIMARY KEY("category","associate_id")
);

CREATE TABLE "certification_alerts" (
	"certification_id" integer NOT NULL,
	"days_before" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "certification_alerts_certification_id_days_before_pk" PRIMARY KEY("certification_id","days_before")
);

CREATE TABLE "thanks_deliveries" (
	"thanks_id" text PRIMARY KEY NOT NULL,
	"aimed_count" integer NOT NULL,
	"given_count" integer DEFAULT 0 NOT NULL,
	"reached_at" timestamp (3) with time zone,
	"reached_id" text DEFAULT '' NOT NULL
);

CREATE TABLE "thanks_templates" (
	"id" text PRIMARY KEY NOT NULL,
	"associate_id" text NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"actor_uid" text NOT NULL,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);

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

CREATE TABLE "auth_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"alg" text,
	"crv" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone
);

CREATE TABLE "auth_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"is_remembered" boolean DEFAULT false NOT NULL,
	"ends_at" timestamp (3) with time zone DEFAULT now() + interval '90 days' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_sessions_token_unique" UNIQUE("token"),
	CONSTRAINT "auth_sessions_end" CHECK ("auth_sessions"."expires_at" <= "auth_sessions"."ends_at")
);

CREATE TABLE "auth_two_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"user_id" text NOT NULL,
	"verified" boolean DEFAULT true NOT NULL,
	"last_step" integer,
	"created_at" timestamp (3) with time zone,
	CONSTRAINT "auth_two_factors_one" UNIQUE("user_id","verified")
);

CREATE TABLE "auth_users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auth_users_email_unique" UNIQUE("email")
);

CREATE TABLE "auth_verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "campaign_associates" (
	"year" integer NOT NULL,
	"token" text NOT NULL,
	"associate_id" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "campaign_associates_year_token_associate_id_pk" PRIMARY KEY("year","token","associate_id")
);

CREATE TABLE "campaigns" (
	"year" integer NOT NULL,
	"token" text NOT NULL,
	"title" text NOT NULL,
	"lead" text NOT NULL,
	"body" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"result" text DEFAULT '' NOT NULL,
	"image_id" text,
	"image_alt" text DEFAULT '' NOT NULL,
	"is_shown" boolean DEFAULT true NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	CONSTRAINT "campaigns_year_token_pk" PRIMARY KEY("year","token"),
	CONSTRAINT "campaigns_days" CHECK ("campaigns"."starts_on" <= "campaigns"."ends_on")
);

CREATE TABLE "challenge_months" (
	"social_challenge_id" text NOT NULL,
	"month" date NOT NULL,
	"donation_count" integer DEFAULT 0 NOT NULL,
	"amount_yen" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "challenge_months_social_challenge_id_month_pk" PRIMARY KEY("social_challenge_id","month"),
	CONSTRAINT "challenge_months_count" CHECK ("challenge_months"."donation_count" >= 0),
	CONSTRAINT "challenge_months_amount" CHECK ("challenge_months"."amount_yen" >= 0)
);

CREATE TABLE "social_challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"will" text NOT NULL,
	"orders" integer NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"fund_name" text NOT NULL
);

CREATE TABLE "donation_thanks" (
	"donation_id" text NOT NULL,
	"thanks_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"notify_at" timestamp (3) with time zone,
	CONSTRAINT "donation_thanks_donation_id_thanks_id_pk" PRIMARY KEY("donation_id","thanks_id")
);

CREATE TABLE "donations" (
	"id" text PRIMARY KEY NOT NULL,
	"appraisal_id" text NOT NULL,
	"appraisal_row_id" text NOT NULL,
	"uid" text,
	"associate_id" text,
	"social_challenge_id" text,
	"amount_yen" integer NOT NULL,
	"fee_yen" integer DEFAULT 0 NOT NULL,
	"handling_yen" integer DEFAULT 0 NOT NULL,
	"need_receipt" boolean NOT NULL,
	"donated_at" timestamp (3) with time zone NOT NULL,
	"reversed_at" timestamp (3) with time zone,
	"remittance_id" text,
	"received_on" date,
	CONSTRAINT "donations_kept" CHECK ("donations"."fee_yen" >= 0 and "donations"."handling_yen" >= 0 and "donations"."fee_yen" + "donations"."handling_yen" <= "donations"."amount_yen"),
	CONSTRAINT "donations_amount" CHECK ("donations"."amount_yen" >= 0),
	CONSTRAINT "donations_target" CHECK (("donations"."associate_id" is null) <> ("donations"."social_challenge_id" is null))
);

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

CREATE TABLE "donor_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "donor_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"body" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone
);

CREATE TABLE "donor_search" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"folded" text NOT NULL,
	CONSTRAINT "donor_search_uid_unique" UNIQUE("uid")
);

CREATE TABLE "file_removals" (
	"name" text PRIMARY KEY NOT NULL
);

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

CREATE TABLE "images" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_uid" text,
	"associate_id" text,
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

CREATE TABLE "contact_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"appraisal_id" text DEFAULT '' NOT NULL,
	"message" text NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"assignee_uid" text,
	"due_at" timestamp (3) with time zone,
	"thread_token_hash" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_messages_thread_token_hash_unique" UNIQUE("thread_token_hash")
);

CREATE TABLE "listing_applications" (
	"id" text PRIMARY KEY NOT NULL,
	"organisation_name" text NOT NULL,
	"classification" text NOT NULL,
	"representative" text NOT NULL,
	"prefecture" text NOT NULL,
	"social_challenges" text[] NOT NULL,
	"certification" text DEFAULT '' NOT NULL,
	"person_name" text NOT NULL,
	"email" text NOT NULL,
	"tel" text NOT NULL,
	"website_url" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"assignee_uid" text,
	"due_at" timestamp (3) with time zone,
	"thread_token_hash" text,
	"version" integer DEFAULT 1 NOT NULL,
	"associate_id" text,
	"state_changed_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "listing_applications_thread_token_hash_unique" UNIQUE("thread_token_hash"),
	CONSTRAINT "listing_applications_state" CHECK ("listing_applications"."state" in ('new', 'in-talks', 'accepted', 'declined'))
);

CREATE TABLE "reply_templates" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"body" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "thread_attachments" (
	"id" text PRIMARY KEY NOT NULL,
	"entry_id" bigint NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"byte_count" integer NOT NULL
);

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

CREATE TABLE "ledger_accounts" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "ledger_accounts_kind" CHECK ("ledger_accounts"."kind" in ('asset', 'liability', 'income', 'expense'))
);

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

CREATE TABLE "posting_notes" (
	"posting_id" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"corrects" text,
	"actor_uid" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "attempt_budgets" (
	"subject_hash" text NOT NULL,
	"purpose" text NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"attempts" integer NOT NULL,
	CONSTRAINT "attempt_budgets_subject_hash_purpose_window_start_pk" PRIMARY KEY("subject_hash","purpose","window_start")
);

CREATE TABLE "mail_preferences" (
	"uid" text NOT NULL,
	"kind" text NOT NULL,
	"is_wanted" boolean NOT NULL,
	CONSTRAINT "mail_preferences_uid_kind_pk" PRIMARY KEY("uid","kind")
);

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
	"content" json DEFAULT '{"subject":"","name":"","blocks":[]}'::json NOT NULL,
	"resend_of" bigint,
	"reply_to" text,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"available_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"waits_minutes" integer DEFAULT 0 NOT NULL,
	"last_error" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "outbox_mails_dedupe_key_unique" UNIQUE("dedupe_key"),
	CONSTRAINT "outbox_mails_message_id_unique" UNIQUE("message_id"),
	CONSTRAINT "outbox_mails_state" CHECK ("outbox_mails"."state" in ('waiting', 'sent', 'dead', 'held'))
);

CREATE TABLE "closed_months" (
	"month" date PRIMARY KEY NOT NULL,
	"figures" jsonb NOT NULL,
	"asked_by" text NOT NULL,
	"closed_by" text NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL
);

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

CREATE TABLE "bank_answers" (
	"id" text PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"file_hash" text NOT NULL,
	"row_count" integer NOT NULL,
	"uploaded_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "carried_over" (
	"run_id" text NOT NULL,
	"associate_id" text NOT NULL,
	"amount_yen" bigint NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "carried_over_run_id_associate_id_pk" PRIMARY KEY("run_id","associate_id"),
	CONSTRAINT "carried_over_reason" CHECK ("carried_over"."reason" in ('below-minimum', 'no-account', 'nothing-payable'))
);

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
	CONSTRAINT "approvals_kind" CHECK ("approvals"."kind" in ('bank-account', 'role', 'remittance', 'remittance-run', 'month-close')),
	CONSTRAINT "approvals_state" CHECK ("approvals"."state" in ('waiting', 'done', 'declined', 'withdrawn'))
);

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

CREATE TABLE "pledge_items" (
	"id" text PRIMARY KEY NOT NULL,
	"pledge_id" text NOT NULL,
	"position" integer NOT NULL,
	"image_id" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	CONSTRAINT "pledge_items_position" UNIQUE("pledge_id","position")
);

CREATE TABLE "pledge_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"pledge_id" text NOT NULL,
	"reporter_uid" text,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone
);

CREATE TABLE "pledges" (
	"id" text PRIMARY KEY NOT NULL,
	"appraisal_id" text NOT NULL,
	"uid" text NOT NULL,
	"associate_id" text,
	"state" text DEFAULT 'draft' NOT NULL,
	"text" text NOT NULL,
	"shows_amount" boolean DEFAULT false NOT NULL,
	"reply" text DEFAULT '' NOT NULL,
	"replied_at" timestamp (3) with time zone,
	"pledged_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"withheld_at" timestamp (3) with time zone,
	"withheld_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "pledges_appraisal_id_unique" UNIQUE("appraisal_id"),
	CONSTRAINT "pledges_state" CHECK ("pledges"."state" in ('draft', 'published', 'hidden', 'withheld', 'removed')),
	CONSTRAINT "pledges_withheld" CHECK (("pledges"."withheld_at" is not null) = ("pledges"."withheld_reason" <> '') and ("pledges"."state" <> 'withheld' or "pledges"."withheld_at" is not null))
);

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
	"stated" jsonb NOT NULL,
	"verify_code_hash" text NOT NULL,
	"sealed_verify_code" text,
	"reissue_of" text,
	"issued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "receipts_verify_code_hash_unique" UNIQUE("verify_code_hash"),
	CONSTRAINT "receipts_number_kind" UNIQUE("number","kind"),
	CONSTRAINT "receipts_kind" CHECK ("receipts"."kind" in ('donation', 'year'))
);

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
	"run_id" text,
	"state" text DEFAULT 'prepared' NOT NULL,
	"opening_yen" bigint DEFAULT 0 NOT NULL,
	"gift_count" integer DEFAULT 0 NOT NULL,
	"gift_yen" bigint DEFAULT 0 NOT NULL,
	"fee_yen" bigint DEFAULT 0 NOT NULL,
	"handling_yen" bigint DEFAULT 0 NOT NULL,
	"correction_yen" bigint DEFAULT 0 NOT NULL,
	"payout_yen" bigint DEFAULT 0 NOT NULL,
	"account_id" text,
	"account" jsonb,
	"statement_number" text,
	"received_on" date,
	"confirmed_by" text,
	"confirmed_by_source" text,
	"returned_on" date,
	"return_reason" text DEFAULT '' NOT NULL,
	"returned_by" text,
	"taken_out_reason" text DEFAULT '' NOT NULL,
	"confirm_due_on" date,
	"confirm_due_by" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "remittances_statement_number_unique" UNIQUE("statement_number"),
	CONSTRAINT "remittances_amount" CHECK ("remittances"."amount_yen" > 0),
	CONSTRAINT "remittances_period" CHECK ("remittances"."period_from" <= "remittances"."period_to"),
	CONSTRAINT "remittances_state_known" CHECK ("remittances"."state" in ('prepared', 'sent', 'confirmed', 'returned', 'taken-out'))
);

CREATE TABLE "appraisal_items" (
	"appraisal_row_id" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"quantity" integer NOT NULL,
	"amount_yen" integer NOT NULL,
	"destination" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"category" text DEFAULT '' NOT NULL,
	"brand" text DEFAULT '' NOT NULL,
	"feature" text DEFAULT '' NOT NULL,
	"condition" text DEFAULT '' NOT NULL,
	"box_number" integer,
	"image_ids" text[] DEFAULT '{}' NOT NULL,
	"added_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "appraisal_items_appraisal_row_id_position_pk" PRIMARY KEY("appraisal_row_id","position"),
	CONSTRAINT "appraisal_items_amounts" CHECK ("appraisal_items"."quantity" > 0 and "appraisal_items"."amount_yen" >= 0)
);

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
	"override_reason" text DEFAULT '' NOT NULL,
	"corrects_id" text,
	"correction_reason" text DEFAULT '' NOT NULL,
	"corrected_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"reversed_at" timestamp (3) with time zone,
	CONSTRAINT "appraisals_sum" CHECK ("appraisals"."donation_yen" = "appraisals"."appraised_yen" + "appraisals"."bonus_yen"),
	CONSTRAINT "appraisals_amounts" CHECK ("appraisals"."appraised_yen" >= 0 and "appraisals"."bonus_yen" >= 0),
	CONSTRAINT "appraisals_counts" CHECK ("appraisals"."priced_count" between 0 and "appraisals"."item_count"),
	CONSTRAINT "appraisals_outcome" CHECK ("appraisals"."outcome" in ('completed', 'unpriced', 'returned', 'discarded', 'cancelled'))
);

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
	"mails_due" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'released' NOT NULL,
	"source" text DEFAULT 'csv' NOT NULL,
	"release_due_at" timestamp (3) with time zone,
	"released_at" timestamp (3) with time zone,
	"released_by" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"reversed_at" timestamp (3) with time zone,
	"reversed_by" text,
	"reversal_reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "result_batches_state" CHECK ("result_batches"."state" in ('waiting', 'released', 'dropped')),
	CONSTRAINT "result_batches_source" CHECK ("result_batches"."source" in ('csv', 'tablet'))
);

CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"user_handle" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"name" text NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);

CREATE TABLE "recovery_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "second_factor_resets" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"reason" text NOT NULL,
	"asked_by" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"outcome" text,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "second_factor_resets_outcome" CHECK ("second_factor_resets"."outcome" in ('approved', 'declined')),
	CONSTRAINT "second_factor_resets_decided" CHECK (("second_factor_resets"."outcome" is null) = ("second_factor_resets"."decided_by" is null) and ("second_factor_resets"."outcome" is null) = ("second_factor_resets"."decided_at" is null)),
	CONSTRAINT "second_factor_resets_by_another" CHECK ("second_factor_resets"."decided_by" <> "second_factor_resets"."asked_by" or "second_factor_resets"."outcome" = 'declined')
);

CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);

CREATE TABLE "staff_memberships" (
	"uid" text NOT NULL,
	"associate_id" text NOT NULL,
	"role" text DEFAULT 'editor' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_memberships_uid_associate_id_pk" PRIMARY KEY("uid","associate_id"),
	CONSTRAINT "staff_memberships_role" CHECK ("staff_memberships"."role" in ('editor', 'viewer'))
);

CREATE TABLE "kept_sums" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "kept_sums_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"key" text NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL
);

CREATE TABLE "topic_changes" (
	"topic" text NOT NULL,
	"key" text NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "topic_changes_topic_key_pk" PRIMARY KEY("topic","key")
);

CREATE TABLE "topic_versions" (
	"topic" text PRIMARY KEY NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL
);

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

CREATE TABLE "saved_views" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"list" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_views_name" UNIQUE("uid","list","name")
);

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

CREATE TABLE "measured_days" (
	"step" text PRIMARY KEY NOT NULL,
	"median_tenths" integer NOT NULL,
	"count" integer NOT NULL,
	"measured_on" date NOT NULL,
	CONSTRAINT "measured_days_step" CHECK ("measured_days"."step" in ('kit', 'appraisal', 'remittance'))
);

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

CREATE TABLE "pickups" (
	"appraisal_id" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"slot" text DEFAULT '' NOT NULL,
	"boxes" integer NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"exported_at" timestamp (3) with time zone,
	"exported_by" text,
	"exported_carrier" text DEFAULT '' NOT NULL,
	"cancelled_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "pickups_slot" CHECK ("pickups"."slot" in ('', '12', '14', '16', '18', '19')),
	CONSTRAINT "pickups_carrier" CHECK ("pickups"."exported_carrier" in ('', 'yamato', 'sagawa')),
	CONSTRAINT "pickups_boxes" CHECK ("pickups"."boxes" between 1 and 5)
);

ALTER TABLE "users" ADD CONSTRAINT "users_uid_auth_users_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "application_changes" ADD CONSTRAINT "application_changes_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "application_events" ADD CONSTRAINT "application_events_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "application_search" ADD CONSTRAINT "application_search_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "application_tokens" ADD CONSTRAINT "application_tokens_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "applications" ADD CONSTRAINT "applications_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "applications" ADD CONSTRAINT "applications_social_challenge_id_social_challenges_id_fk" FOREIGN KEY ("social_challenge_id") REFERENCES "public"."social_challenges"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "applications" ADD CONSTRAINT "applications_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE set null ON UPDATE no action;
ALTER TABLE "associate_activities" ADD CONSTRAINT "associate_activities_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "associate_activities" ADD CONSTRAINT "associate_activities_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "associate_agreements" ADD CONSTRAINT "associate_agreements_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "associate_certifications" ADD CONSTRAINT "associate_certifications_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "associate_challenges" ADD CONSTRAINT "associate_challenges_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "associate_challenges" ADD CONSTRAINT "associate_challenges_social_challenge_id_social_challenges_id_fk" FOREIGN KEY ("social_challenge_id") REFERENCES "public"."social_challenges"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "associate_months" ADD CONSTRAINT "associate_months_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "associate_thanks" ADD CONSTRAINT "associate_thanks_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "associate_thanks" ADD CONSTRAINT "associate_thanks_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "associate_visions" ADD CONSTRAINT "associate_visions_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "associate_visions" ADD CONSTRAINT "associate_visions_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "associates" ADD CONSTRAINT "associates_cover_image_id_images_id_fk" FOREIGN KEY ("cover_image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "associates" ADD CONSTRAINT "associates_seal_image_id_images_id_fk" FOREIGN KEY ("seal_image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "category_associates" ADD CONSTRAINT "category_associates_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "certification_alerts" ADD CONSTRAINT "certification_alerts_certification_id_associate_certifications_id_fk" FOREIGN KEY ("certification_id") REFERENCES "public"."associate_certifications"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "thanks_deliveries" ADD CONSTRAINT "thanks_deliveries_thanks_id_associate_thanks_id_fk" FOREIGN KEY ("thanks_id") REFERENCES "public"."associate_thanks"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "thanks_templates" ADD CONSTRAINT "thanks_templates_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "auth_accounts" ADD CONSTRAINT "auth_accounts_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "auth_two_factors" ADD CONSTRAINT "auth_two_factors_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "campaign_associates" ADD CONSTRAINT "campaign_associates_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "challenge_months" ADD CONSTRAINT "challenge_months_social_challenge_id_social_challenges_id_fk" FOREIGN KEY ("social_challenge_id") REFERENCES "public"."social_challenges"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "donation_thanks" ADD CONSTRAINT "donation_thanks_donation_id_donations_id_fk" FOREIGN KEY ("donation_id") REFERENCES "public"."donations"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "donation_thanks" ADD CONSTRAINT "donation_thanks_thanks_id_associate_thanks_id_fk" FOREIGN KEY ("thanks_id") REFERENCES "public"."associate_thanks"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "donations" ADD CONSTRAINT "donations_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "donations" ADD CONSTRAINT "donations_appraisal_row_id_appraisals_id_fk" FOREIGN KEY ("appraisal_row_id") REFERENCES "public"."appraisals"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "donations" ADD CONSTRAINT "donations_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE set null ON UPDATE no action;
ALTER TABLE "donations" ADD CONSTRAINT "donations_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "donations" ADD CONSTRAINT "donations_social_challenge_id_social_challenges_id_fk" FOREIGN KEY ("social_challenge_id") REFERENCES "public"."social_challenges"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "donations" ADD CONSTRAINT "donations_remittance" FOREIGN KEY ("remittance_id") REFERENCES "public"."remittances"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "donor_search" ADD CONSTRAINT "donor_search_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "identity_papers" ADD CONSTRAINT "identity_papers_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "listing_applications" ADD CONSTRAINT "listing_applications_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "thread_attachments" ADD CONSTRAINT "thread_attachments_entry_id_thread_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."thread_entries"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "ledger_lines" ADD CONSTRAINT "ledger_lines_donation_id_donations_id_fk" FOREIGN KEY ("donation_id") REFERENCES "public"."donations"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "ledger_lines" ADD CONSTRAINT "ledger_lines_remittance_id_remittances_id_fk" FOREIGN KEY ("remittance_id") REFERENCES "public"."remittances"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "mail_preferences" ADD CONSTRAINT "mail_preferences_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "goods_sales" ADD CONSTRAINT "goods_sales_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "fund_payouts" ADD CONSTRAINT "fund_payouts_social_challenge_id_social_challenges_id_fk" FOREIGN KEY ("social_challenge_id") REFERENCES "public"."social_challenges"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "fund_payouts" ADD CONSTRAINT "fund_payouts_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "owed_items" ADD CONSTRAINT "owed_items_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "owed_items" ADD CONSTRAINT "owed_items_social_challenge_id_social_challenges_id_fk" FOREIGN KEY ("social_challenge_id") REFERENCES "public"."social_challenges"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "owed_items" ADD CONSTRAINT "owed_items_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "owed_items" ADD CONSTRAINT "owed_items_payout_id_fund_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."fund_payouts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "owed_items" ADD CONSTRAINT "owed_items_returned_id_remittances_id_fk" FOREIGN KEY ("returned_id") REFERENCES "public"."remittances"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "owed_items" ADD CONSTRAINT "owed_items_remittance_id_remittances_id_fk" FOREIGN KEY ("remittance_id") REFERENCES "public"."remittances"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "bank_answer_rows" ADD CONSTRAINT "bank_answer_rows_answer_id_bank_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."bank_answers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "bank_answer_rows" ADD CONSTRAINT "bank_answer_rows_remittance_id_remittances_id_fk" FOREIGN KEY ("remittance_id") REFERENCES "public"."remittances"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "bank_answer_rows" ADD CONSTRAINT "bank_answer_rows_run_id_remittance_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."remittance_runs"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "carried_over" ADD CONSTRAINT "carried_over_run_id_remittance_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."remittance_runs"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "carried_over" ADD CONSTRAINT "carried_over_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "transfer_files" ADD CONSTRAINT "transfer_files_run_id_remittance_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."remittance_runs"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "pledge_items" ADD CONSTRAINT "pledge_items_pledge_id_pledges_id_fk" FOREIGN KEY ("pledge_id") REFERENCES "public"."pledges"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "pledge_items" ADD CONSTRAINT "pledge_items_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "pledge_reports" ADD CONSTRAINT "pledge_reports_pledge_id_pledges_id_fk" FOREIGN KEY ("pledge_id") REFERENCES "public"."pledges"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "pledge_reports" ADD CONSTRAINT "pledge_reports_reporter_uid_users_uid_fk" FOREIGN KEY ("reporter_uid") REFERENCES "public"."users"("uid") ON DELETE set null ON UPDATE no action;
ALTER TABLE "pledges" ADD CONSTRAINT "pledges_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "pledges" ADD CONSTRAINT "pledges_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE set null ON UPDATE no action;
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_donation_id_donations_id_fk" FOREIGN KEY ("donation_id") REFERENCES "public"."donations"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "remittance_runs" ADD CONSTRAINT "remittance_runs_payer_account_id_bank_accounts_id_fk" FOREIGN KEY ("payer_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "remittances" ADD CONSTRAINT "remittances_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "remittances" ADD CONSTRAINT "remittances_social_challenge_id_social_challenges_id_fk" FOREIGN KEY ("social_challenge_id") REFERENCES "public"."social_challenges"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "remittances" ADD CONSTRAINT "remittances_run_id_remittance_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."remittance_runs"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "remittances" ADD CONSTRAINT "remittances_account_id_bank_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "appraisal_items" ADD CONSTRAINT "appraisal_items_appraisal_row_id_appraisals_id_fk" FOREIGN KEY ("appraisal_row_id") REFERENCES "public"."appraisals"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "appraisals" ADD CONSTRAINT "appraisals_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "appraisals" ADD CONSTRAINT "appraisals_batch_id_result_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."result_batches"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_uid_auth_users_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_uid_auth_users_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "second_factor_resets" ADD CONSTRAINT "second_factor_resets_uid_auth_users_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "staff_memberships" ADD CONSTRAINT "staff_memberships_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "staff_memberships" ADD CONSTRAINT "staff_memberships_associate_id_associates_id_fk" FOREIGN KEY ("associate_id") REFERENCES "public"."associates"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "appraisal_draft_items" ADD CONSTRAINT "appraisal_draft_items_appraisal_id_appraisal_drafts_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."appraisal_drafts"("appraisal_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "appraisal_drafts" ADD CONSTRAINT "appraisal_drafts_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "waiting_results" ADD CONSTRAINT "waiting_results_batch_id_result_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."result_batches"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "waiting_results" ADD CONSTRAINT "waiting_results_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "dealer_entries" ADD CONSTRAINT "dealer_entries_corrects_dealer_entries_id_fk" FOREIGN KEY ("corrects") REFERENCES "public"."dealer_entries"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "identity_letters" ADD CONSTRAINT "identity_letters_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "box_exceptions" ADD CONSTRAINT "box_exceptions_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "box_exceptions" ADD CONSTRAINT "box_exceptions_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "scans" ADD CONSTRAINT "scans_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "boxes" ADD CONSTRAINT "boxes_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "boxes" ADD CONSTRAINT "boxes_kit_batch_id_kit_batches_id_fk" FOREIGN KEY ("kit_batch_id") REFERENCES "public"."kit_batches"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "kit_batch_entries" ADD CONSTRAINT "kit_batch_entries_batch_id_kit_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."kit_batches"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "kit_batch_entries" ADD CONSTRAINT "kit_batch_entries_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "pickups" ADD CONSTRAINT "pickups_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "users_role" ON "users" USING btree ("role","created_at","uid") WHERE "users"."role" <> 'donor';
CREATE INDEX "application_changes_appraisal" ON "application_changes" USING btree ("appraisal_id","id");
CREATE INDEX "application_events_appraisal" ON "application_events" USING btree ("appraisal_id","id");
CREATE INDEX "application_events_state" ON "application_events" USING btree ("to_state","at");
CREATE INDEX "application_search_created" ON "application_search" USING btree ("created_at","appraisal_id");
CREATE INDEX "application_search_grams" ON "application_search" USING gin (search_grams("folded"));
CREATE INDEX "application_tokens_appraisal" ON "application_tokens" USING btree ("appraisal_id");
CREATE INDEX "applications_uid" ON "applications" USING btree ("uid","created_at","appraisal_id");
CREATE INDEX "applications_state" ON "applications" USING btree ("state","created_at","appraisal_id");
CREATE INDEX "applications_state_changed" ON "applications" USING btree ("state","state_changed_at","appraisal_id");
CREATE INDEX "applications_todo" ON "applications" USING btree ("created_at","appraisal_id") WHERE "applications"."state" in ('applied', 'goods-received', 'appraised');
CREATE INDEX "applications_created" ON "applications" USING btree ("created_at","appraisal_id");
CREATE INDEX "applications_email" ON "applications" USING btree ("email");
CREATE INDEX "applications_associate" ON "applications" USING btree ("associate_id");
CREATE INDEX "applications_kits" ON "applications" USING btree ("created_at","appraisal_id","delivery_date") WHERE "applications"."state" = 'applied';
CREATE INDEX "applications_identity" ON "applications" USING btree ("identity","state_changed_at","appraisal_id") WHERE "applications"."state" = 'appraised';
CREATE INDEX "associate_activities_associate" ON "associate_activities" USING btree ("associate_id","published_at","id");
CREATE INDEX "associate_agreements_associate" ON "associate_agreements" USING btree ("associate_id","starts_on","created_at");
CREATE INDEX "associate_certifications_expiry" ON "associate_certifications" USING btree ("expires_on","id");
CREATE INDEX "associate_certifications_associate" ON "associate_certifications" USING btree ("associate_id","expires_on");
CREATE INDEX "associate_challenges_challenge" ON "associate_challenges" USING btree ("social_challenge_id");
CREATE INDEX "associate_months_month" ON "associate_months" USING btree ("month");
CREATE UNIQUE INDEX "associate_thanks_standing" ON "associate_thanks" USING btree ("associate_id") WHERE "associate_thanks"."is_standing" and "associate_thanks"."withdrawn_at" is null;
CREATE INDEX "associate_thanks_delivering" ON "associate_thanks" USING btree ("published_at","id") WHERE "associate_thanks"."is_delivered" and "associate_thanks"."delivered_at" is null and "associate_thanks"."withdrawn_at" is null;
CREATE INDEX "associate_thanks_associate" ON "associate_thanks" USING btree ("associate_id","published_at","id");
CREATE INDEX "associates_admin" ON "associates" USING btree ("state","created_at" DESC NULLS FIRST,"id");
CREATE INDEX "associates_created" ON "associates" USING btree ("created_at" DESC NULLS FIRST,"id");
CREATE INDEX "bank_accounts_associate" ON "bank_accounts" USING btree ("associate_id","created_at");
CREATE INDEX "thanks_templates_associate" ON "thanks_templates" USING btree ("associate_id","name","id");
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_type","subject_id","id");
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","id") WHERE split_part("audit_log"."action", '.', 1) <> 'security';
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_uid","at","id");
CREATE INDEX "audit_log_record" ON "audit_log" USING btree ("subject_id","at","id");
CREATE INDEX "audit_log_room" ON "audit_log" USING btree (split_part("action", '.', 1),"at","id");
CREATE INDEX "auth_accounts_user" ON "auth_accounts" USING btree ("user_id");
CREATE INDEX "auth_sessions_user" ON "auth_sessions" USING btree ("user_id");
CREATE INDEX "auth_verifications_identifier" ON "auth_verifications" USING btree ("identifier");
CREATE INDEX "auth_verifications_person" ON "auth_verifications" USING btree (split_part("value", ' ', 1));
CREATE INDEX "donation_thanks_thanks" ON "donation_thanks" USING btree ("thanks_id");
CREATE INDEX "donation_thanks_notify" ON "donation_thanks" USING btree ("notify_at","donation_id","thanks_id") WHERE "donation_thanks"."notify_at" is not null;
CREATE UNIQUE INDEX "donations_standing" ON "donations" USING btree ("appraisal_id") WHERE "donations"."reversed_at" is null;
CREATE INDEX "donations_uid" ON "donations" USING btree ("uid","donated_at" DESC NULLS FIRST,"appraisal_id");
CREATE INDEX "donations_associate" ON "donations" USING btree ("associate_id","donated_at" DESC NULLS FIRST,"appraisal_id");
CREATE INDEX "donations_receipts" ON "donations" USING btree ("associate_id","donated_at" DESC NULLS FIRST,"appraisal_id") WHERE "donations"."need_receipt" and "donations"."reversed_at" is null;
CREATE INDEX "donations_result" ON "donations" USING btree ("appraisal_row_id");
CREATE INDEX "donations_donated" ON "donations" USING btree ("donated_at");
CREATE INDEX "donations_remittance_id" ON "donations" USING btree ("remittance_id") WHERE "donations"."remittance_id" is not null;
CREATE INDEX "donor_merges_into" ON "donor_merges" USING btree ("into_uid","merged_at");
CREATE INDEX "donor_merges_from" ON "donor_merges" USING btree ("from_uid","merged_at");
CREATE INDEX "donor_notes_subject" ON "donor_notes" USING btree ("subject_type","subject_id","id");
CREATE UNIQUE INDEX "donor_search_guest" ON "donor_search" USING btree ("email") WHERE "donor_search"."uid" is null;
CREATE INDEX "donor_search_email" ON "donor_search" USING btree ("email");
CREATE INDEX "donor_search_created" ON "donor_search" USING btree ("created_at","id");
CREATE INDEX "donor_search_grams" ON "donor_search" USING gin (search_grams("folded"));
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");
CREATE INDEX "identity_papers_appraisal" ON "identity_papers" USING btree ("appraisal_id");
CREATE INDEX "identity_papers_delete" ON "identity_papers" USING btree ("delete_after");
CREATE INDEX "images_owner" ON "images" USING btree ("owner_uid");
CREATE INDEX "images_associate" ON "images" USING btree ("associate_id") WHERE "images"."associate_id" is not null;
CREATE INDEX "contact_messages_due" ON "contact_messages" USING btree ("due_at","id") WHERE "contact_messages"."answered_at" is null;
CREATE INDEX "contact_messages_email" ON "contact_messages" USING btree ("email","created_at" DESC NULLS FIRST,"id");
CREATE INDEX "contact_messages_rank" ON "contact_messages" USING btree ((case when "answered_at" is null then 0 else 1 end),(coalesce("due_at", timestamptz '9999-01-01 00:00:00+00')),"created_at" DESC NULLS FIRST,"id");
CREATE INDEX "listing_applications_state" ON "listing_applications" USING btree ("state",(coalesce("due_at", timestamptz '9999-01-01 00:00:00+00')),"created_at" DESC NULLS FIRST,"id");
CREATE INDEX "listing_applications_rank" ON "listing_applications" USING btree ((coalesce("due_at", timestamptz '9999-01-01 00:00:00+00')),(case "state" when 'new' then 0 when 'in-talks' then 1 else 2 end),"created_at" DESC NULLS FIRST,"id");
CREATE INDEX "listing_applications_due" ON "listing_applications" USING btree ("due_at","id") WHERE "listing_applications"."due_at" is not null;
CREATE INDEX "listing_applications_email" ON "listing_applications" USING btree ("email","created_at" DESC NULLS FIRST,"id");
CREATE INDEX "reply_templates_name" ON "reply_templates" USING btree ("name","id");
CREATE INDEX "thread_attachments_entry" ON "thread_attachments" USING btree ("entry_id");
CREATE INDEX "thread_entries_subject" ON "thread_entries" USING btree ("subject_type","subject_id","id");
CREATE INDEX "thread_entries_mail" ON "thread_entries" USING btree ("mail_id") WHERE "thread_entries"."mail_id" is not null;
CREATE INDEX "ledger_lines_account" ON "ledger_lines" USING btree ("account","at");
CREATE INDEX "ledger_lines_at" ON "ledger_lines" USING btree ("at" DESC NULLS FIRST,"posting_id","line");
CREATE INDEX "ledger_lines_donation" ON "ledger_lines" USING btree ("donation_id");
CREATE INDEX "ledger_lines_remittance" ON "ledger_lines" USING btree ("remittance_id") WHERE "ledger_lines"."remittance_id" is not null;
CREATE INDEX "attempt_budgets_window" ON "attempt_budgets" USING btree ("window_start");
CREATE INDEX "outbox_mails_waiting" ON "outbox_mails" USING btree ("available_at","id") WHERE "outbox_mails"."state" = 'waiting';
CREATE INDEX "outbox_mails_created" ON "outbox_mails" USING btree ("created_at","id");
CREATE INDEX "outbox_mails_uid" ON "outbox_mails" USING btree ("uid");
CREATE INDEX "outbox_mails_application" ON "outbox_mails" USING btree ("appraisal_id","id");
CREATE INDEX "outbox_mails_recipient" ON "outbox_mails" USING btree ("recipient","id");
CREATE INDEX "outbox_mails_resend_of" ON "outbox_mails" USING btree ("resend_of") WHERE "outbox_mails"."resend_of" is not null;
CREATE INDEX "outbox_mails_kind" ON "outbox_mails" USING btree ("kind","id");
CREATE INDEX "outbox_mails_state" ON "outbox_mails" USING btree ("state","id");
CREATE INDEX "goods_sales_appraisal" ON "goods_sales" USING btree ("appraisal_id");
CREATE INDEX "goods_sales_created" ON "goods_sales" USING btree ("created_at" DESC NULLS FIRST,"id");
CREATE INDEX "goods_sales_row" ON "goods_sales" USING btree ("row_hash");
CREATE INDEX "fund_payouts_fund" ON "fund_payouts" USING btree ("social_challenge_id","created_at" DESC NULLS FIRST,"id");
CREATE INDEX "fund_payouts_created" ON "fund_payouts" USING btree ("created_at" DESC NULLS FIRST,"id");
CREATE INDEX "fund_payouts_associate" ON "fund_payouts" USING btree ("associate_id");
CREATE INDEX "fund_terms_starts" ON "fund_terms" USING btree ("starts_on","created_at");
CREATE INDEX "owed_items_associate_open" ON "owed_items" USING btree ("associate_id","day") WHERE "owed_items"."remittance_id" is null and "owed_items"."cancelled_at" is null and "owed_items"."associate_id" is not null;
CREATE INDEX "owed_items_fund_open" ON "owed_items" USING btree ("social_challenge_id","day","id") WHERE "owed_items"."remittance_id" is null and "owed_items"."cancelled_at" is null and "owed_items"."social_challenge_id" is not null;
CREATE INDEX "owed_items_remittance" ON "owed_items" USING btree ("remittance_id","id");
CREATE INDEX "owed_items_appraisal" ON "owed_items" USING btree ("appraisal_id");
CREATE INDEX "owed_items_returned" ON "owed_items" USING btree ("returned_id") WHERE "owed_items"."returned_id" is not null;
CREATE UNIQUE INDEX "bank_answer_rows_key" ON "bank_answer_rows" USING btree ("key") WHERE "bank_answer_rows"."taken_back_at" is null;
CREATE INDEX "bank_answer_rows_remittance" ON "bank_answer_rows" USING btree ("remittance_id");
CREATE INDEX "bank_answers_created" ON "bank_answers" USING btree ("created_at" DESC NULLS FIRST,"id");
CREATE INDEX "bank_answers_hash" ON "bank_answers" USING btree ("file_hash");
CREATE UNIQUE INDEX "transfer_files_run" ON "transfer_files" USING btree ("run_id","number");
CREATE UNIQUE INDEX "transfer_files_replaces" ON "transfer_files" USING btree ("replaces");
CREATE INDEX "approvals_state" ON "approvals" USING btree ("state","asked_at" DESC NULLS FIRST,"id");
CREATE INDEX "approvals_rank" ON "approvals" USING btree ((case "state" when 'waiting' then 0 else 1 end),"asked_at" DESC NULLS FIRST,"id");
CREATE INDEX "approvals_subject" ON "approvals" USING btree ("kind","subject_id","asked_at");
CREATE UNIQUE INDEX "approvals_waiting" ON "approvals" USING btree ("kind","subject_id") WHERE "approvals"."state" = 'waiting';
CREATE INDEX "approvals_due" ON "approvals" USING btree ("due_at") WHERE "approvals"."state" = 'waiting';
CREATE INDEX "invitations_associate" ON "invitations" USING btree ("associate_id","created_at" DESC NULLS FIRST,"id");
CREATE INDEX "invitations_created" ON "invitations" USING btree ("created_at" DESC NULLS FIRST,"id");
CREATE INDEX "invitations_email" ON "invitations" USING btree ("email");
CREATE UNIQUE INDEX "invitations_open" ON "invitations" USING btree ("email",coalesce("associate_id", '')) WHERE "invitations"."accepted_at" is null and "invitations"."withdrawn_at" is null;
CREATE INDEX "pledge_items_image" ON "pledge_items" USING btree ("image_id");
CREATE INDEX "pledge_reports_pledge" ON "pledge_reports" USING btree ("pledge_id");
CREATE INDEX "pledge_reports_rank" ON "pledge_reports" USING btree ((case when "handled_at" is null then 0 else 1 end),"created_at" DESC NULLS FIRST,"id");
CREATE INDEX "pledges_public" ON "pledges" USING btree ("pledged_at" DESC NULLS FIRST,"id") WHERE "pledges"."state" = 'published';
CREATE INDEX "pledges_associate_public" ON "pledges" USING btree ("associate_id","pledged_at" DESC NULLS FIRST,"id") WHERE "pledges"."state" = 'published';
CREATE INDEX "pledges_uid" ON "pledges" USING btree ("uid","pledged_at" DESC NULLS FIRST,"id");
CREATE INDEX "receipts_uid" ON "receipts" USING btree ("uid","issued_at");
CREATE INDEX "receipts_donation" ON "receipts" USING btree ("donation_id");
CREATE INDEX "receipts_reissue_of" ON "receipts" USING btree ("reissue_of") WHERE "receipts"."reissue_of" is not null;
CREATE INDEX "receipts_associate" ON "receipts" USING btree ("associate_id","issued_at","number");
CREATE INDEX "remittance_runs_created" ON "remittance_runs" USING btree ("created_at" DESC NULLS FIRST,"id");
CREATE UNIQUE INDEX "remittance_runs_open" ON "remittance_runs" USING btree ((true)) WHERE "remittance_runs"."state" in ('draft', 'approved', 'filed');
CREATE INDEX "remittances_run" ON "remittances" USING btree ("run_id","id");
CREATE INDEX "remittances_created" ON "remittances" USING btree ("created_at" DESC NULLS FIRST,"id");
CREATE INDEX "remittances_associate" ON "remittances" USING btree ("associate_id","created_at" DESC NULLS FIRST,"id");
CREATE INDEX "remittances_state" ON "remittances" USING btree ("state","created_at" DESC NULLS FIRST,"id");
CREATE INDEX "remittances_confirm_due" ON "remittances" USING btree ("run_id","id") WHERE "remittances"."confirm_due_on" is not null and "remittances"."state" = 'sent';
CREATE INDEX "appraisal_items_prices" ON "appraisal_items" USING btree ("category","condition","added_at" DESC NULLS FIRST) WHERE "appraisal_items"."category" <> '' and "appraisal_items"."amount_yen" > 0;
CREATE INDEX "appraisal_items_brand_prices" ON "appraisal_items" USING btree ("category","brand","condition","added_at" DESC NULLS FIRST) WHERE "appraisal_items"."category" <> '' and "appraisal_items"."amount_yen" > 0;
CREATE INDEX "appraisal_items_images" ON "appraisal_items" USING gin ("image_ids") WHERE "appraisal_items"."image_ids" <> '{}';
CREATE UNIQUE INDEX "appraisals_standing" ON "appraisals" USING btree ("appraisal_id") WHERE "appraisals"."reversed_at" is null;
CREATE INDEX "appraisals_application" ON "appraisals" USING btree ("appraisal_id","created_at");
CREATE INDEX "appraisals_batch" ON "appraisals" USING btree ("batch_id","row_number","id");
CREATE INDEX "result_batches_created" ON "result_batches" USING btree ("created_at","id");
CREATE INDEX "result_batches_due" ON "result_batches" USING btree ("release_due_at") WHERE "result_batches"."state" = 'waiting';
CREATE INDEX "passkeys_person" ON "passkeys" USING btree ("uid");
CREATE INDEX "recovery_codes_person" ON "recovery_codes" USING btree ("uid");
CREATE INDEX "second_factor_resets_open" ON "second_factor_resets" USING btree ("asked_at") WHERE "second_factor_resets"."outcome" is null;
CREATE INDEX "second_factor_resets_person" ON "second_factor_resets" USING btree ("uid");
CREATE INDEX "staff_memberships_associate" ON "staff_memberships" USING btree ("associate_id");
CREATE INDEX "kept_sums_key" ON "kept_sums" USING btree ("name","key");
CREATE INDEX "topic_changes_version" ON "topic_changes" USING btree ("topic","version");
CREATE UNIQUE INDEX "content_versions_open" ON "content_versions" USING btree ("kind","key") WHERE "content_versions"."state" in ('draft', 'waiting');
CREATE INDEX "content_versions_waiting" ON "content_versions" USING btree ("changed_at","kind","key") WHERE "content_versions"."state" = 'waiting';
CREATE INDEX "content_versions_room" ON "content_versions" USING btree ("kind",split_part("key", ':', 1)) WHERE "content_versions"."state" in ('draft', 'waiting');
CREATE INDEX "legal_consents_version" ON "legal_consents" USING btree ("text_kind","version","act","subject_type");
CREATE INDEX "appraisal_draft_items_draft" ON "appraisal_draft_items" USING btree ("appraisal_id","box_number","added_at");
CREATE INDEX "appraisal_draft_items_images" ON "appraisal_draft_items" USING gin ("image_ids");
CREATE INDEX "appraisal_drafts_state" ON "appraisal_drafts" USING btree ("state","changed_at","appraisal_id");
CREATE INDEX "waiting_results_batch" ON "waiting_results" USING btree ("batch_id","row_number","id");
CREATE INDEX "waiting_results_flagged" ON "waiting_results" USING btree ("batch_id","row_number","id") WHERE "waiting_results"."flags" <> '[]'::jsonb and ("waiting_results"."override_reason" = '' or "waiting_results"."flags" @> '[{"code":"does-not-fit"}]'::jsonb) and "waiting_results"."taken_out_at" is null and "waiting_results"."released_at" is null;
CREATE UNIQUE INDEX "waiting_results_application" ON "waiting_results" USING btree ("appraisal_id") WHERE "waiting_results"."taken_out_at" is null and "waiting_results"."released_at" is null;
CREATE INDEX "dealer_entries_traded" ON "dealer_entries" USING btree ("traded_on","id");
CREATE INDEX "dealer_entries_entered" ON "dealer_entries" USING btree ("entered_at","id");
CREATE INDEX "dealer_entries_application" ON "dealer_entries" USING btree ("appraisal_id","id");
CREATE INDEX "dealer_entries_kept" ON "dealer_entries" USING btree ("kept_until");
CREATE INDEX "dealer_entries_grams" ON "dealer_entries" USING gin (search_grams("folded"));
CREATE INDEX "identity_letters_number" ON "identity_letters" USING btree ("letter_number");
CREATE INDEX "box_exceptions_open" ON "box_exceptions" USING btree ("due_on","id") WHERE "box_exceptions"."state" = 'open';
CREATE INDEX "box_exceptions_rank" ON "box_exceptions" USING btree ("state" DESC NULLS FIRST,"due_on","id");
CREATE INDEX "box_exceptions_owner" ON "box_exceptions" USING btree ("owner_uid","due_on","id") WHERE "box_exceptions"."state" = 'open';
CREATE INDEX "box_exceptions_created" ON "box_exceptions" USING btree ("created_at" DESC NULLS FIRST,"id");
CREATE INDEX "box_exceptions_application" ON "box_exceptions" USING btree ("appraisal_id");
CREATE UNIQUE INDEX "box_exceptions_scan" ON "box_exceptions" USING btree ("scan_id") WHERE "box_exceptions"."scan_id" is not null;
CREATE INDEX "box_exceptions_images" ON "box_exceptions" USING gin ("image_ids");
CREATE INDEX "scans_received" ON "scans" USING btree ("received_at" DESC NULLS FIRST,"id");
CREATE INDEX "scans_application" ON "scans" USING btree ("appraisal_id","received_at");
CREATE INDEX "boxes_batch" ON "boxes" USING btree ("kit_batch_id");
CREATE INDEX "boxes_tracking" ON "boxes" USING btree ("tracking_number") WHERE "boxes"."tracking_number" <> '';
CREATE INDEX "boxes_out" ON "boxes" USING btree ("kit_state","kit_sent_at","appraisal_id","number") WHERE "boxes"."received_at" is null;
CREATE INDEX "boxes_under_way" ON "boxes" USING btree ("kit_sent_at","appraisal_id","number") WHERE "boxes"."received_at" is null and "boxes"."kit_state" in ('sent', 'delivered');
CREATE INDEX "boxes_received" ON "boxes" USING btree ("received_at","appraisal_id","number") WHERE "boxes"."received_at" is not null;
CREATE UNIQUE INDEX "kit_batch_entries_waiting" ON "kit_batch_entries" USING btree ("appraisal_id") WHERE "kit_batch_entries"."state" = 'waiting';
CREATE INDEX "kit_batch_entries_application" ON "kit_batch_entries" USING btree ("appraisal_id");
CREATE UNIQUE INDEX "kit_batches_day" ON "kit_batches" USING btree ("day","number");
CREATE INDEX "kit_batches_created" ON "kit_batches" USING btree ("created_at" DESC NULLS FIRST,"id");
CREATE INDEX "pickups_day" ON "pickups" USING btree ("day","appraisal_id") WHERE "pickups"."cancelled_at" is null and "pickups"."exported_at" is null;
CREATE INDEX "pickups_arranged" ON "pickups" USING btree ("day","appraisal_id") WHERE "pickups"."cancelled_at" is null and "pickups"."exported_at" is not null;
