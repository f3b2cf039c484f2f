-- A pledge shows its author's public name and picture: when those change, so does what is shown.
CREATE TRIGGER users_touch_pledges AFTER UPDATE OF profile_name, image_id ON users FOR EACH STATEMENT EXECUTE FUNCTION touch_topic('pledges');
