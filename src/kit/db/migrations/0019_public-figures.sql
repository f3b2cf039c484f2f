CREATE TABLE "book_transfers" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"associate_id" text NOT NULL,
	"social_challenge_id" text,
	"state" text NOT NULL,
	"decided_on" date NOT NULL,
	"sent_on" date,
	"received_on" date,
	"returned_on" date,
	"gifts" integer NOT NULL,
	"shown_gifts" integer DEFAULT 0 NOT NULL,
	"given_yen" bigint,
	"cost_yen" bigint,
	"arrived_yen" bigint,
	"reason" text DEFAULT '' NOT NULL,
	"position" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "public_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "public_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"gift" text NOT NULL,
	"cell" text NOT NULL,
	"count" integer NOT NULL,
	"yen" bigint NOT NULL,
	"cost_yen" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"in_total" boolean DEFAULT false NOT NULL,
	"was_in_total" boolean DEFAULT false NOT NULL,
	"lot_id" bigint
);
--> statement-breakpoint
CREATE TABLE "public_lots" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "public_lots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"cell" text NOT NULL,
	"day" date NOT NULL,
	"gifts" integer NOT NULL,
	"yen" bigint NOT NULL,
	"cost_yen" bigint NOT NULL,
	"settled_on" date,
	"transfer_id" text
);
--> statement-breakpoint
CREATE TABLE "published_days" (
	"day" date PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "published_sums" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"gifts" integer NOT NULL,
	"yen" bigint NOT NULL,
	"cost_yen" bigint NOT NULL,
	"delivered_gifts" integer DEFAULT 0 NOT NULL,
	"delivered_yen" bigint DEFAULT 0 NOT NULL,
	"published_on" date NOT NULL,
	CONSTRAINT "published_sums_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "book_transfers_position" ON "book_transfers" USING btree ("position");--> statement-breakpoint
CREATE INDEX "book_transfers_decided" ON "book_transfers" USING btree ("decided_on" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "book_transfers_associate" ON "book_transfers" USING btree ("associate_id","decided_on" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "book_transfers_fund" ON "book_transfers" USING btree ("social_challenge_id","decided_on" DESC NULLS FIRST,"id") WHERE "book_transfers"."social_challenge_id" is not null;--> statement-breakpoint
CREATE INDEX "public_changes_waiting" ON "public_changes" USING btree ("at") WHERE "public_changes"."lot_id" is null;--> statement-breakpoint
CREATE INDEX "public_changes_total" ON "public_changes" USING btree ("at") WHERE not "public_changes"."in_total";--> statement-breakpoint
CREATE INDEX "public_changes_lot" ON "public_changes" USING btree ("lot_id") WHERE "public_changes"."lot_id" is not null;--> statement-breakpoint
CREATE INDEX "public_lots_cell" ON "public_lots" USING btree ("cell","day");--> statement-breakpoint
CREATE INDEX "public_lots_transfer" ON "public_lots" USING btree ("transfer_id") WHERE "public_lots"."transfer_id" is not null;--> statement-breakpoint
CREATE INDEX "public_lots_open" ON "public_lots" USING btree ("id") WHERE "public_lots"."settled_on" is null;
--> statement-breakpoint
-- What changes of donations mean for the public sums. A gift without yen tells nothing and is left out.
CREATE FUNCTION note_public_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO public_changes (gift, cell, count, yen, cost_yen, at)
    SELECT appraisal_id, coalesce('associate:' || associate_id, 'fund:' || social_challenge_id), 1, amount_yen,
      fee_yen + handling_yen, donated_at FROM added WHERE reversed_at IS NULL AND amount_yen <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO public_changes (gift, cell, count, yen, cost_yen, at)
    SELECT v.gift, v.cell, v.count, v.yen, v.cost, coalesce(a.reversed_at, r.donated_at)
    FROM removed r JOIN added a USING (id), LATERAL (VALUES
      (r.reversed_at, r.appraisal_id, coalesce('associate:' || r.associate_id, 'fund:' || r.social_challenge_id), -1,
        -r.amount_yen, -r.fee_yen - r.handling_yen),
      (a.reversed_at, a.appraisal_id, coalesce('associate:' || a.associate_id, 'fund:' || a.social_challenge_id), 1,
        a.amount_yen, a.fee_yen + a.handling_yen)
    ) AS v (reversed_at, gift, cell, count, yen, cost)
    WHERE (r.reversed_at IS NULL, r.appraisal_id, r.associate_id, r.social_challenge_id, r.amount_yen, r.fee_yen, r.handling_yen)
      IS DISTINCT FROM (a.reversed_at IS NULL, a.appraisal_id, a.associate_id, a.social_challenge_id, a.amount_yen, a.fee_yen, a.handling_yen)
      AND v.reversed_at IS NULL AND v.yen <> 0;
  ELSE
    INSERT INTO public_changes (gift, cell, count, yen, cost_yen, at)
    SELECT appraisal_id, coalesce('associate:' || associate_id, 'fund:' || social_challenge_id), -1, -amount_yen,
      -fee_yen - handling_yen, donated_at FROM removed WHERE reversed_at IS NULL AND amount_yen <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- The end of a publication.
CREATE TRIGGER published_days_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON published_days FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('sums');--> statement-breakpoint
CREATE TRIGGER donations_public_added AFTER INSERT ON donations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_public_changes();--> statement-breakpoint
CREATE TRIGGER donations_public_moved AFTER UPDATE ON donations REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_public_changes();--> statement-breakpoint
CREATE TRIGGER donations_public_removed AFTER DELETE ON donations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION note_public_changes();--> statement-breakpoint
INSERT INTO public_changes (gift, cell, count, yen, cost_yen, at)
SELECT appraisal_id, coalesce('associate:' || associate_id, 'fund:' || social_challenge_id), 1, amount_yen,
  fee_yen + handling_yen, donated_at FROM donations WHERE reversed_at IS NULL AND amount_yen <> 0;
--> statement-breakpoint
CREATE TRIGGER transfer_confirmations_touch AFTER INSERT ON transfer_confirmations FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('sums');
