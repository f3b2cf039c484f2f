-- Whose file a pick-up is in.
ALTER TABLE "pickups" ADD COLUMN "exported_carrier" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "pickups" ADD CONSTRAINT "pickups_carrier" CHECK ("pickups"."exported_carrier" in ('', 'yamato', 'sagawa'));
--> statement-breakpoint
-- The dealer's ledger says for good what it says: what was wrong is corrected by another line, and only what the law
-- no longer asks for goes.
CREATE FUNCTION keep_dealer_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.kept_until < (now() AT TIME ZONE 'Asia/Tokyo')::date THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'a line of the dealer''s ledger is corrected by another line';
END $$;
--> statement-breakpoint
CREATE TRIGGER dealer_entries_kept BEFORE UPDATE OR DELETE ON dealer_entries FOR EACH ROW EXECUTE FUNCTION keep_dealer_entries();
--> statement-breakpoint
-- What was uploaded before reached its donors at once.
UPDATE result_batches SET released_at = created_at, released_by = uploaded_by;
--> statement-breakpoint
-- What was published before days were promised promises what the product is delivered with.
UPDATE content_versions SET content = content || '{"promisedDays": {"kit": 3, "appraisal": 14, "remittance": 60}}'
  WHERE kind = 'acceptance' AND NOT content ? 'promisedDays';
--> statement-breakpoint
CREATE TRIGGER measured_days_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON measured_days FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('content');
--> statement-breakpoint
-- No kit leaves for a donor's own carton.
CREATE FUNCTION application_sums(state text, identity text, delivery_date date, boxes integer, needs_kit boolean)
RETURNS TABLE (name text, key text, count bigint, amount bigint) LANGUAGE sql STABLE AS $$
  SELECT s.name, s.key, 1::bigint, s.amount::bigint FROM (VALUES
    ('applications', state, 0),
    ('kits', CASE WHEN state = 'applied' AND needs_kit THEN coalesce(to_char(delivery_date, 'YYYY-MM-DD'), '') END, boxes),
    ('identity-checks', CASE WHEN state = 'appraised' THEN identity END, 0)
  ) AS s (name, key, amount) WHERE s.key IS NOT NULL
$$;
--> statement-breakpoint
CREATE OR REPLACE VIEW sums_of_rows AS
SELECT name, key, sum(count)::bigint AS count, sum(amount)::bigint AS amount FROM (
  SELECT s.* FROM applications r, LATERAL application_sums(r.state, r.identity, r.delivery_date, r.boxes, r.needs_kit) s
  UNION ALL
  SELECT s.* FROM donations r JOIN applications a USING (appraisal_id),
    LATERAL donation_sums(r.associate_id, r.social_challenge_id, r.amount_yen, r.need_receipt, r.donated_at, a.products, a.state) s
  WHERE r.reversed_at IS NULL
  UNION ALL
  SELECT s.* FROM pledges r, LATERAL pledge_sums(r.state, r.associate_id) s
  UNION ALL
  SELECT s.* FROM outbox_mails r, LATERAL place_sum('mails', r.state) s
  UNION ALL
  SELECT s.* FROM contact_messages r, LATERAL place_sum('messages', CASE WHEN r.answered_at IS NULL THEN 'open' ELSE 'answered' END) s
  UNION ALL
  SELECT s.* FROM listing_applications r, LATERAL place_sum('listings', r.state) s
  UNION ALL
  SELECT s.* FROM pledge_reports r, LATERAL place_sum('pledge-reports', CASE WHEN r.handled_at IS NULL THEN 'open' ELSE 'handled' END) s
) AS of_each_row GROUP BY name, key;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION sum_applications() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT s.* FROM added r, LATERAL application_sums(r.state, r.identity, r.delivery_date, r.boxes, r.needs_kit) s
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT s.* FROM added r, LATERAL application_sums(r.state, r.identity, r.delivery_date, r.boxes, r.needs_kit) s
      UNION ALL
      SELECT name, key, -count AS count, -amount AS amount FROM (SELECT s.* FROM removed r, LATERAL application_sums(r.state, r.identity, r.delivery_date, r.boxes, r.needs_kit) s) AS gone
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
    -- What is owed hangs on the state of the application as well.
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT 'owed', d.associate_id, sum(sign), sum(sign * d.amount_yen) FROM (
      SELECT appraisal_id, sum(side) AS sign FROM (
        SELECT appraisal_id, 1 AS side FROM added WHERE state = 'donated'
        UNION ALL SELECT appraisal_id, -1 FROM removed WHERE state = 'donated'
      ) AS sides GROUP BY appraisal_id HAVING sum(side) <> 0
    ) AS turned,
    -- Each by its index: a plan of before the first donations would look through all of them for every row.
    LATERAL (
      SELECT associate_id, amount_yen FROM donations
      WHERE appraisal_id = turned.appraisal_id AND reversed_at IS NULL AND associate_id IS NOT NULL OFFSET 0
    ) AS d GROUP BY d.associate_id;
  ELSE
    INSERT INTO kept_sums (name, key, count, amount)
    SELECT name, key, sum(count), sum(amount) FROM (
      SELECT name, key, -count AS count, -amount AS amount FROM (SELECT s.* FROM removed r, LATERAL application_sums(r.state, r.identity, r.delivery_date, r.boxes, r.needs_kit) s) AS gone
    ) AS moves GROUP BY name, key HAVING sum(count) <> 0 OR sum(amount) <> 0;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP FUNCTION application_sums(text, text, date, integer);
