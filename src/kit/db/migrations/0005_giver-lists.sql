CREATE TABLE "receipt_run_rows" (
	"run_id" text NOT NULL,
	"position" integer NOT NULL,
	"donor" integer NOT NULL,
	"appraisal_id" text NOT NULL,
	"delivery" text NOT NULL,
	"outcome" text NOT NULL,
	"receipt_number" text,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "receipt_run_rows_run_id_position_pk" PRIMARY KEY("run_id","position"),
	CONSTRAINT "receipt_run_rows_outcome" CHECK ("receipt_run_rows"."outcome" in ('waiting', 'issued', 'left-out')),
	CONSTRAINT "receipt_run_rows_delivery" CHECK ("receipt_run_rows"."delivery" in ('mail', 'post')),
	CONSTRAINT "receipt_run_rows_number" CHECK (("receipt_run_rows"."outcome" = 'issued') = ("receipt_run_rows"."receipt_number" is not null))
);
--> statement-breakpoint
CREATE TABLE "receipt_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"year" integer NOT NULL,
	"replaces_singles" boolean NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"sender" jsonb NOT NULL,
	"started_by" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "receipt_runs_state" CHECK ("receipt_runs"."state" in ('running', 'done')),
	CONSTRAINT "receipt_runs_finished" CHECK (("receipt_runs"."state" = 'done') = ("receipt_runs"."finished_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "receipt_run_rows" ADD CONSTRAINT "receipt_run_rows_run" FOREIGN KEY ("run_id") REFERENCES "public"."receipt_runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_run_rows" ADD CONSTRAINT "receipt_run_rows_receipt" FOREIGN KEY ("receipt_number") REFERENCES "public"."receipts"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipt_run_rows_waiting" ON "receipt_run_rows" USING btree ("run_id","donor") WHERE "receipt_run_rows"."outcome" = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_run_rows_paper" ON "receipt_run_rows" USING btree ("receipt_number") WHERE "receipt_run_rows"."receipt_number" is not null;--> statement-breakpoint
CREATE INDEX "receipt_run_rows_gift" ON "receipt_run_rows" USING btree ("appraisal_id");--> statement-breakpoint
CREATE INDEX "receipt_runs_started" ON "receipt_runs" USING btree ("started_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_runs_open" ON "receipt_runs" USING btree ((true)) WHERE "receipt_runs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "donations_received" ON "donations" USING btree ("associate_id","received_on","appraisal_id") WHERE "donations"."reversed_at" is null and "donations"."received_on" is not null;--> statement-breakpoint
CREATE INDEX "donations_wished_receipts" ON "donations" USING btree ("received_on") WHERE "donations"."need_receipt" and "donations"."reversed_at" is null and "donations"."received_on" is not null;--> statement-breakpoint
CREATE INDEX "receipts_associate_year" ON "receipts" USING btree ("associate_id","year","number");
--> statement-breakpoint
-- A run ends once; what it set out to do stays as it was.
CREATE FUNCTION keep_receipt_run() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept receipt_runs;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.state = 'running' THEN
    kept := NEW;
    kept.state := OLD.state;
    kept.finished_at := OLD.finished_at;
    IF kept IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'receipt_runs is append-only' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
-- A row waits, then ends once. Those of the sample go with its papers.
CREATE FUNCTION keep_receipt_run_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept receipt_run_rows;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.receipt_number IS NOT NULL AND NOT EXISTS (SELECT FROM receipts r WHERE r.number = OLD.receipt_number) THEN
      RETURN OLD;
    END IF;
  ELSIF OLD.outcome = 'waiting' THEN
    kept := NEW;
    kept.outcome := OLD.outcome;
    kept.delivery := OLD.delivery;
    kept.receipt_number := OLD.receipt_number;
    kept.reason := OLD.reason;
    IF kept IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'receipt_run_rows is append-only' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER receipt_runs_kept BEFORE UPDATE OR DELETE ON receipt_runs FOR EACH ROW EXECUTE FUNCTION keep_receipt_run();
--> statement-breakpoint
CREATE TRIGGER receipt_run_rows_kept BEFORE UPDATE OR DELETE ON receipt_run_rows FOR EACH ROW EXECUTE FUNCTION keep_receipt_run_row();
--> statement-breakpoint
CREATE TRIGGER receipt_runs_not_emptied BEFORE TRUNCATE ON receipt_runs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER receipt_run_rows_not_emptied BEFORE TRUNCATE ON receipt_run_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
