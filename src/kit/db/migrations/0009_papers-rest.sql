ALTER TABLE "transfer_files" ADD COLUMN "sealed_content" text;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "confirm_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "remittances" ADD COLUMN "confirm_failed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "remittances_confirm_failing" ON "remittances" USING btree ("run_id") WHERE "remittances"."confirm_failures" > 0 and "remittances"."state" = 'sent';--> statement-breakpoint
-- Refuses postings into a closed month, and into a month before the first one that was closed. A posting waits for a close
-- in progress.
CREATE OR REPLACE FUNCTION guard_closed_months() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  closed date;
BEGIN
  -- Shared: postings do not wait for each other, and the close waits for them all.
  PERFORM pg_advisory_xact_lock_shared(7461013);
  SELECT a.month INTO closed
  FROM (SELECT DISTINCT date_trunc('month', at AT TIME ZONE 'Asia/Tokyo')::date AS month FROM added) a
  WHERE a.month < (SELECT min(c.month) FROM closed_months c) OR EXISTS (SELECT FROM closed_months c WHERE c.month = a.month)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the books of % are closed', to_char(closed, 'YYYY-MM') USING ERRCODE = 'check_violation', CONSTRAINT = 'closed_months_guard';
  END IF;
  RETURN NULL;
END $$;
