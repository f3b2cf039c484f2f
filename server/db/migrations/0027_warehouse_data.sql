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
