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
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
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
--> statement-breakpoint
DROP INDEX "auth_two_factors_user";--> statement-breakpoint
ALTER TABLE "auth_two_factors" ALTER COLUMN "backup_codes" DROP NOT NULL;--> statement-breakpoint
-- Until now the user's mark said whether the app is asked for; from now on the row itself does.
UPDATE auth_two_factors SET verified = coalesce(verified, true) AND coalesce(u.two_factor_enabled, false)
FROM auth_users AS u WHERE u.id = auth_two_factors.user_id;--> statement-breakpoint
DELETE FROM auth_two_factors AS one USING auth_two_factors AS other
WHERE other.user_id = one.user_id AND other.verified = one.verified AND other.id > one.id;--> statement-breakpoint
ALTER TABLE "auth_two_factors" ALTER COLUMN "verified" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD COLUMN "is_remembered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD COLUMN "ends_at" timestamp (3) with time zone DEFAULT now() + interval '90 days' NOT NULL;--> statement-breakpoint
-- Sessions that are open: 90 days from their sign-in; those of operators and staff twelve hours from now.
UPDATE auth_sessions SET
  is_remembered = auth_sessions.expires_at > auth_sessions.created_at + interval '2 days',
  ends_at = CASE WHEN EXISTS (
      SELECT FROM users WHERE uid = auth_sessions.user_id AND role IN ('operator', 'staff'))
    THEN least(now() + interval '12 hours', auth_sessions.created_at + interval '90 days')
    ELSE auth_sessions.created_at + interval '90 days' END;--> statement-breakpoint
UPDATE auth_sessions SET expires_at = least(expires_at, ends_at);--> statement-breakpoint
ALTER TABLE "auth_two_factors" ADD COLUMN "last_step" integer;--> statement-breakpoint
ALTER TABLE "auth_two_factors" ADD COLUMN "created_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_uid_auth_users_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_uid_auth_users_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factor_resets" ADD CONSTRAINT "second_factor_resets_uid_auth_users_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkeys_person" ON "passkeys" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "recovery_codes_person" ON "recovery_codes" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "second_factor_resets_open" ON "second_factor_resets" USING btree ("asked_at") WHERE "second_factor_resets"."outcome" is null;--> statement-breakpoint
CREATE INDEX "second_factor_resets_person" ON "second_factor_resets" USING btree ("uid");--> statement-breakpoint
ALTER TABLE "auth_two_factors" DROP COLUMN "failed_verification_count";--> statement-breakpoint
ALTER TABLE "auth_two_factors" DROP COLUMN "locked_until";--> statement-breakpoint
ALTER TABLE "auth_users" DROP COLUMN "two_factor_enabled";--> statement-breakpoint
ALTER TABLE "auth_two_factors" ADD CONSTRAINT "auth_two_factors_one" UNIQUE("user_id","verified");--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_end" CHECK ("auth_sessions"."expires_at" <= "auth_sessions"."ends_at");--> statement-breakpoint
-- What was asked stays as it was asked, is decided once, and goes with its person alone.
CREATE FUNCTION keep_second_factor_reset() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM auth_users WHERE id = OLD.uid) THEN
      RAISE EXCEPTION 'second_factor_resets may only be added to' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN OLD;
  END IF;
  IF OLD.outcome IS NOT NULL OR (NEW.id, NEW.uid, NEW.reason, NEW.asked_by, NEW.asked_at)
    IS DISTINCT FROM (OLD.id, OLD.uid, OLD.reason, OLD.asked_by, OLD.asked_at) THEN
    RAISE EXCEPTION 'second_factor_resets are decided once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER second_factor_resets_append_only BEFORE UPDATE OR DELETE ON second_factor_resets
  FOR EACH ROW EXECUTE FUNCTION keep_second_factor_reset();
--> statement-breakpoint
-- However somebody becomes an operator or staff: their open sessions last no longer than those of operators.
CREATE FUNCTION shorten_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE auth_sessions SET ends_at = least(ends_at, now() + interval '12 hours'),
    expires_at = least(expires_at, now() + interval '12 hours')
  WHERE user_id = NEW.uid;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_shorten_sessions AFTER UPDATE OF role ON users FOR EACH ROW
  WHEN (NEW.role IN ('operator', 'staff') AND NEW.role <> OLD.role) EXECUTE FUNCTION shorten_sessions();
