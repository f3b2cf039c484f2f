CREATE TABLE "generations" (
	"number" integer PRIMARY KEY NOT NULL,
	"mark" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "generations_mark_unique" UNIQUE("mark")
);
--> statement-breakpoint
CREATE TABLE "number_floors" (
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"floor" integer NOT NULL,
	CONSTRAINT "number_floors_kind_year_pk" PRIMARY KEY("kind","year")
);
--> statement-breakpoint
CREATE TABLE "receipt_doubles" (
	"earlier" text NOT NULL,
	"later" text NOT NULL,
	"appraisal_id" text NOT NULL,
	CONSTRAINT "receipt_doubles_earlier_later_appraisal_id_pk" PRIMARY KEY("earlier","later","appraisal_id")
);
--> statement-breakpoint
CREATE TABLE "receipt_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "receipt_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"receipt_number" text NOT NULL,
	"kind" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"replaced_by" text,
	"actor_uid" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "receipt_events_kind" CHECK ("receipt_events"."kind" in ('issued', 'replaced', 'voided')),
	CONSTRAINT "receipt_events_successor" CHECK (("receipt_events"."kind" = 'replaced') = ("receipt_events"."replaced_by" is not null))
);
--> statement-breakpoint
CREATE TABLE "receipt_gifts" (
	"receipt_number" text NOT NULL,
	"line" integer NOT NULL,
	"appraisal_id" text NOT NULL,
	"donation_id" text NOT NULL,
	"received_on" date NOT NULL,
	"amount_yen" integer NOT NULL,
	"stands" boolean NOT NULL,
	CONSTRAINT "receipt_gifts_receipt_number_line_pk" PRIMARY KEY("receipt_number","line")
);
--> statement-breakpoint
ALTER TABLE "receipts" DROP CONSTRAINT "receipts_number_kind";--> statement-breakpoint
ALTER TABLE "receipts" DROP CONSTRAINT "receipts_donation_id_donations_id_fk";
--> statement-breakpoint
DROP INDEX "receipts_donation";--> statement-breakpoint
DROP INDEX "receipts_reissue_of";--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "replaces" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "layout" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "receipts" ADD COLUMN "is_sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "receipt_doubles" ADD CONSTRAINT "receipt_doubles_earlier_receipts_number_fk" FOREIGN KEY ("earlier") REFERENCES "public"."receipts"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_doubles" ADD CONSTRAINT "receipt_doubles_later_receipts_number_fk" FOREIGN KEY ("later") REFERENCES "public"."receipts"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_events" ADD CONSTRAINT "receipt_events_receipt_number_receipts_number_fk" FOREIGN KEY ("receipt_number") REFERENCES "public"."receipts"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_events" ADD CONSTRAINT "receipt_events_replaced_by_receipts_number_fk" FOREIGN KEY ("replaced_by") REFERENCES "public"."receipts"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_gifts" ADD CONSTRAINT "receipt_gifts_receipt_number_receipts_number_fk" FOREIGN KEY ("receipt_number") REFERENCES "public"."receipts"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt_gifts" ADD CONSTRAINT "receipt_gifts_donation_id_donations_id_fk" FOREIGN KEY ("donation_id") REFERENCES "public"."donations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipt_doubles_later" ON "receipt_doubles" USING btree ("later");--> statement-breakpoint
CREATE INDEX "receipt_events_receipt" ON "receipt_events" USING btree ("receipt_number","id");--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_events_ending" ON "receipt_events" USING btree ("receipt_number") WHERE "receipt_events"."kind" <> 'issued';--> statement-breakpoint
CREATE INDEX "receipt_events_replaced_by" ON "receipt_events" USING btree ("replaced_by") WHERE "receipt_events"."replaced_by" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_gifts_standing" ON "receipt_gifts" USING btree ("appraisal_id") WHERE "receipt_gifts"."stands";--> statement-breakpoint
CREATE INDEX "receipt_gifts_appraisal" ON "receipt_gifts" USING btree ("appraisal_id");--> statement-breakpoint
CREATE INDEX "receipt_gifts_donation" ON "receipt_gifts" USING btree ("donation_id");--> statement-breakpoint
-- Papers of before become records: number, words and state stay.
UPDATE receipts SET replaces = CASE WHEN reissue_of IS NULL THEN '{}' ELSE ARRAY[reissue_of] END,
  is_sample = EXISTS (SELECT FROM settings WHERE key = 'sample');
--> statement-breakpoint
INSERT INTO receipt_events (receipt_number, kind, at)
SELECT number, 'issued', issued_at FROM receipts ORDER BY issued_at, number;
--> statement-breakpoint
INSERT INTO receipt_gifts (receipt_number, line, appraisal_id, donation_id, received_on, amount_yen, stands)
SELECT r.number, 1, d.appraisal_id, d.id, coalesce((r.stated ->> 'receivedOn')::date, d.received_on), r.amount_yen, false
FROM receipts r JOIN donations d ON d.id = r.donation_id
WHERE r.kind = 'donation' AND coalesce(r.stated ->> 'receivedOn', d.received_on::text) IS NOT NULL;
--> statement-breakpoint
-- Of a year: the gifts by which that version judged whether it holds, where they add up to what it states.
WITH gifts AS (
  SELECT r.number, d.appraisal_id, d.id, d.received_on, d.amount_yen,
    row_number() OVER (PARTITION BY r.number ORDER BY d.received_on, d.donated_at, d.appraisal_id) AS line,
    sum(d.amount_yen) OVER (PARTITION BY r.number) = r.amount_yen AS adds_up
  FROM receipts r
  JOIN donations d ON d.uid = r.uid AND d.associate_id = r.associate_id
  JOIN associates a ON a.id = d.associate_id
  CROSS JOIN LATERAL (SELECT
    EXISTS (
      SELECT FROM associate_certifications c WHERE c.associate_id = d.associate_id AND c.withdrawn_at IS NULL
      AND d.received_on BETWEEN c.certified_on AND c.expires_on) AS recorded,
    EXISTS (
      SELECT FROM jsonb_array_elements(r.stated -> 'certifications') c
      WHERE d.received_on BETWEEN (c ->> 'certifiedOn')::date AND (c ->> 'expiresOn')::date) AS printed
  ) certified
  WHERE r.kind = 'year' AND d.reversed_at IS NULL AND d.amount_yen > 0
  AND d.received_on BETWEEN make_date(r.year, 1, 1) AND make_date(r.year, 12, 31)
  AND (d.need_receipt OR NOT coalesce((r.stated ->> 'isWishedOnly')::boolean, false))
  AND (certified.printed
    OR certified.recorded AND a.classification IN ('approved-npo', 'specially-approved-npo')
    OR r.stated ->> 'way' = 'goods' AND ARRAY[a.classification, r.stated ->> 'classification'] &&
      ARRAY['public-interest-incorporated', 'public-interest-foundation', 'research-development', 'municipality']
    OR certified.recorded AND ARRAY[a.classification, r.stated ->> 'classification'] &&
      ARRAY['public-interest-incorporated', 'public-interest-foundation', 'research-development', 'municipality'])
)
INSERT INTO receipt_gifts (receipt_number, line, appraisal_id, donation_id, received_on, amount_yen, stands)
SELECT number, line, appraisal_id, id, received_on, amount_yen, false FROM gifts WHERE adds_up;
--> statement-breakpoint
INSERT INTO receipt_events (receipt_number, kind, reason, replaced_by, at)
SELECT DISTINCT ON (n.reissue_of) n.reissue_of, 'replaced', '再発行されたため', n.number, n.issued_at
FROM receipts n WHERE EXISTS (SELECT FROM receipts o WHERE o.number = n.reissue_of)
ORDER BY n.reissue_of, n.issued_at, n.number;
--> statement-breakpoint
INSERT INTO receipt_events (receipt_number, kind, reason, at)
SELECT r.number, 'voided', 'もとになった寄付の記録が変わったため', now()
FROM receipts r LEFT JOIN donations d ON d.id = r.donation_id
WHERE CASE WHEN r.kind = 'donation' THEN
    d.reversed_at IS NOT NULL OR d.received_on IS NULL OR d.amount_yen <> r.amount_yen
    OR extract(year FROM d.received_on) <> r.year
    OR d.received_on <> coalesce((r.stated ->> 'receivedOn')::date, d.received_on)
  -- A year of an erased person cannot be added up any more: its paper holds, without lines.
  ELSE r.uid IS NOT NULL AND NOT EXISTS (SELECT FROM receipt_gifts g WHERE g.receipt_number = r.number) END
AND NOT EXISTS (SELECT FROM receipt_events e WHERE e.receipt_number = r.number AND e.kind <> 'issued');
--> statement-breakpoint
-- Where two papers hold over one gift, both keep that state, and a person decides; the later one's line stands.
UPDATE receipt_gifts SET stands = true WHERE (receipt_number, line) IN (
  SELECT DISTINCT ON (g.appraisal_id) g.receipt_number, g.line
  FROM receipt_gifts g JOIN receipts r ON r.number = g.receipt_number
  WHERE NOT EXISTS (SELECT FROM receipt_events e WHERE e.receipt_number = r.number AND e.kind <> 'issued')
  ORDER BY g.appraisal_id, r.issued_at DESC, r.number DESC);
--> statement-breakpoint
INSERT INTO receipt_doubles (earlier, later, appraisal_id)
SELECT g.receipt_number, s.receipt_number, g.appraisal_id
FROM receipt_gifts g JOIN receipt_gifts s ON s.appraisal_id = g.appraisal_id AND s.stands
WHERE NOT g.stands
AND NOT EXISTS (SELECT FROM receipt_events e WHERE e.receipt_number = g.receipt_number AND e.kind <> 'issued');
--> statement-breakpoint
INSERT INTO number_floors (kind, year, floor)
SELECT 'receipt', left(number, 4)::int, max(right(number, 6)::int) FROM receipts WHERE number ~ '^\d{4}-\d{6}$' GROUP BY 2
UNION ALL
SELECT 'statement', substr(statement_number, 2, 4)::int, max(right(statement_number, 6)::int) FROM remittances
WHERE statement_number ~ '^S\d{4}-\d{6}$' GROUP BY 2
UNION ALL
SELECT 'run', left(number, 4)::int, max(substr(number, 6)::int) FROM remittance_runs WHERE number ~ '^\d{4}-\d+$' GROUP BY 2
UNION ALL
SELECT 'file', extract(year FROM made_at AT TIME ZONE 'Asia/Tokyo')::int, greatest(count(*), max(number))::int
FROM transfer_files GROUP BY 2;
--> statement-breakpoint
ALTER TABLE "receipts" DROP COLUMN "donation_id";--> statement-breakpoint
ALTER TABLE "receipts" DROP COLUMN "reissue_of";--> statement-breakpoint
-- A paper stays as it was issued. It may lose its person or pass to another with a merge, pass to the organisation that
-- its own was merged into, lose its names when the law no longer asks for them, and have its code sealed under another
-- key. Papers of the sample go with it.
CREATE FUNCTION keep_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept receipts;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.is_sample THEN RETURN OLD; END IF;
    RAISE EXCEPTION 'receipts is append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  kept := NEW;
  kept.associate_id := OLD.associate_id;
  kept.sealed_verify_code := OLD.sealed_verify_code;
  IF OLD.uid IS NOT NULL THEN kept.uid := OLD.uid; END IF;
  IF NEW.donor_name = '' AND NEW.donor_address = '' AND NEW.uid IS NULL THEN
    kept.donor_name := OLD.donor_name;
    kept.donor_address := OLD.donor_address;
  END IF;
  IF kept IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'receipts is append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_receipt_gift() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept receipt_gifts;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM receipts r WHERE r.number = OLD.receipt_number AND r.is_sample) THEN RETURN OLD; END IF;
  ELSE
    kept := NEW;
    IF OLD.stands THEN kept.stands := true; END IF;
    IF kept IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'receipt_gifts is append-only' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_receipt_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM receipts r WHERE r.number = OLD.receipt_number AND r.is_sample) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'receipt_events is append-only' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_number_floor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.kind, NEW.year) = (OLD.kind, OLD.year) AND NEW.floor >= OLD.floor THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'number_floors only grow' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER receipts_kept BEFORE UPDATE OR DELETE ON receipts FOR EACH ROW EXECUTE FUNCTION keep_receipt();
--> statement-breakpoint
CREATE TRIGGER receipt_gifts_kept BEFORE UPDATE OR DELETE ON receipt_gifts FOR EACH ROW EXECUTE FUNCTION keep_receipt_gift();
--> statement-breakpoint
CREATE TRIGGER receipt_events_kept BEFORE UPDATE OR DELETE ON receipt_events FOR EACH ROW EXECUTE FUNCTION keep_receipt_event();
--> statement-breakpoint
CREATE TRIGGER number_floors_kept BEFORE UPDATE OR DELETE ON number_floors FOR EACH ROW EXECUTE FUNCTION keep_number_floor();
--> statement-breakpoint
CREATE TRIGGER generations_append_only BEFORE UPDATE OR DELETE ON generations FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER receipts_not_emptied BEFORE TRUNCATE ON receipts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER receipt_gifts_not_emptied BEFORE TRUNCATE ON receipt_gifts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER receipt_events_not_emptied BEFORE TRUNCATE ON receipt_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER number_floors_not_emptied BEFORE TRUNCATE ON number_floors FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER generations_not_emptied BEFORE TRUNCATE ON generations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
