-- Records that stay as they were written.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- Security events may go after a year (docs/product.md, What is kept, and for how long).
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND split_part(OLD.action, '.', 1) = 'security' AND OLD.at < now() - interval '365 days' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

-- A request to reset a second factor is decided once, and goes with its person only.
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

CREATE TRIGGER second_factor_resets_append_only BEFORE UPDATE OR DELETE ON second_factor_resets
  FOR EACH ROW EXECUTE FUNCTION keep_second_factor_reset();

-- A line of the dealer's ledger is corrected by another line, and deleted only after the time the law asks for
-- (古物営業法 18条).
CREATE FUNCTION keep_dealer_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.kept_until < (now() AT TIME ZONE 'Asia/Tokyo')::date THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'a line of the dealer''s ledger is corrected by another line';
END $$;

CREATE TRIGGER dealer_entries_kept BEFORE UPDATE OR DELETE ON dealer_entries FOR EACH ROW EXECUTE FUNCTION keep_dealer_entries();

CREATE TRIGGER ledger_lines_append_only BEFORE UPDATE OR DELETE ON ledger_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER posting_notes_append_only BEFORE UPDATE OR DELETE ON posting_notes FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER closed_months_append_only BEFORE UPDATE OR DELETE ON closed_months FOR EACH ROW EXECUTE FUNCTION refuse_change();
