CREATE TABLE "restores" (
	"generation" integer PRIMARY KEY NOT NULL,
	"backup_id" text NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"restored_at" timestamp (3) with time zone NOT NULL,
	"counts" jsonb NOT NULL,
	"runs" jsonb NOT NULL,
	"open" jsonb NOT NULL,
	"bank_checked_at" timestamp (3) with time zone,
	"bank_checked_by" text,
	"looked_at" timestamp (3) with time zone,
	"looked_by" text
);
--> statement-breakpoint
CREATE TABLE "retractions" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"copied_at" timestamp (3) with time zone,
	CONSTRAINT "retractions_kind" CHECK ("retractions"."kind" in ('person', 'guest', 'giver-consent', 'mails', 'role', 'membership', 'lock'))
);
--> statement-breakpoint
ALTER TABLE "restores" ADD CONSTRAINT "restores_generation_generations_number_fk" FOREIGN KEY ("generation") REFERENCES "public"."generations"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "restores_open" ON "restores" USING btree ("restored_at") WHERE "restores"."looked_at" is null;--> statement-breakpoint
CREATE INDEX "retractions_uncopied" ON "retractions" USING btree ("at") WHERE "retractions"."copied_at" is null;--> statement-breakpoint
CREATE INDEX "retractions_at" ON "retractions" USING btree ("at");
--> statement-breakpoint
-- Until somebody has looked at a restore, mails that the product writes by itself are held: they may have left before.
CREATE FUNCTION hold_mail_after_restore() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever marks the restore as looked at waits for mails that are being written.
  PERFORM FROM restores WHERE looked_at IS NULL FOR SHARE;
  IF FOUND THEN
    NEW.state := 'held';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER outbox_mails_held BEFORE INSERT ON outbox_mails FOR EACH ROW
  WHEN (NEW.state = 'waiting' AND NEW.kind IN ('donation-completed', 'remitted', 'thanks', 'kit-reminder',
    'own-carton-reminder', 'next-box', 'identity-due', 'certification-ending', 'remittance-arrived',
    'promises-overdue', 'receipts-issued', 'results-not-released', 'approval-delayed'))
  EXECUTE FUNCTION hold_mail_after_restore();
