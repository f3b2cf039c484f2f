DROP INDEX "audit_log_at";--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","id") WHERE split_part("audit_log"."action", '.', 1) <> 'security';--> statement-breakpoint
-- Append-only as before, but for security events of more than a year ago (docs/product.md, What is kept, and for how long).
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND split_part(OLD.action, '.', 1) = 'security' AND OLD.at < now() - interval '365 days' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
DROP TRIGGER audit_log_append_only ON audit_log;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
