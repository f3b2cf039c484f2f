-- Public data: each statement that changes it bumps its topic; listeners drop what they rendered (decision 31).
INSERT INTO topic_versions (topic) VALUES ('associates'), ('campaigns'), ('challenges'), ('pledges');
--> statement-breakpoint
CREATE FUNCTION touch_topic() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE topic_versions SET version = version + 1 WHERE topic = TG_ARGV[0];
  PERFORM pg_notify('topics', TG_ARGV[0]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER associates_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON associates FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('associates');
--> statement-breakpoint
CREATE TRIGGER associate_challenges_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON associate_challenges FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('associates');
--> statement-breakpoint
CREATE TRIGGER associate_certifications_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON associate_certifications FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('associates');
--> statement-breakpoint
CREATE TRIGGER associate_visions_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON associate_visions FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('associates');
--> statement-breakpoint
CREATE TRIGGER associate_activities_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON associate_activities FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('associates');
--> statement-breakpoint
CREATE TRIGGER associate_thanks_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON associate_thanks FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('associates');
--> statement-breakpoint
CREATE TRIGGER associate_months_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON associate_months FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('associates');
--> statement-breakpoint
CREATE TRIGGER category_associates_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON category_associates FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('associates');
--> statement-breakpoint
CREATE TRIGGER social_challenges_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON social_challenges FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('challenges');
--> statement-breakpoint
CREATE TRIGGER campaigns_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON campaigns FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('campaigns');
--> statement-breakpoint
CREATE TRIGGER campaign_associates_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON campaign_associates FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('campaigns');
--> statement-breakpoint
CREATE TRIGGER pledges_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON pledges FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('pledges');
--> statement-breakpoint
CREATE TRIGGER pledge_items_touch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON pledge_items FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('pledges');
--> statement-breakpoint
-- What is written for the record stays as it was written.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_lines_append_only BEFORE UPDATE OR DELETE ON ledger_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Double entry: at commit the lines of every posting written sum to zero.
CREATE FUNCTION check_posting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount_yen) FROM ledger_lines WHERE posting_id = NEW.posting_id) <> 0 THEN
    RAISE EXCEPTION 'posting % does not balance', NEW.posting_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_lines_balance AFTER INSERT ON ledger_lines DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_posting();
