-- A public profile stands beside its author's pledges: all that it shows counts as a change of theirs.
DROP TRIGGER users_touch_pledges ON users;
--> statement-breakpoint
CREATE TRIGGER users_touch_pledges AFTER UPDATE OF profile_name, profile_text, instagram, facebook, twitter, image_id, banner_image_id ON users FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('pledges');
