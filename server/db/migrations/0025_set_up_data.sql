-- Operators of before could do everything: they stay what they were, under the role that says so.
INSERT INTO audit_log (actor_uid, action, subject_type, subject_id, details, at)
  SELECT 'system', 'role.change', 'user', uid, '{"from": "operator", "to": "owner"}', now() FROM users WHERE role = 'operator';
--> statement-breakpoint
UPDATE users SET role = 'owner' WHERE role = 'operator';
--> statement-breakpoint
-- Whom a sample's removal or an operator's SQL had taken from the list.
UPDATE associates SET state = 'paused' WHERE NOT is_listed;
--> statement-breakpoint
INSERT INTO topic_versions (topic) VALUES ('content') ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- Drafts are nobody's public data.
CREATE TRIGGER content_versions_touch AFTER INSERT OR UPDATE ON content_versions
  FOR EACH ROW WHEN (NEW.state = 'published') EXECUTE FUNCTION touch_topic('content');
