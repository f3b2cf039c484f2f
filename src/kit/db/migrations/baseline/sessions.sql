-- Open sessions of a donor who gets another role end within twelve hours, like new sessions of that role.
CREATE FUNCTION shorten_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE auth_sessions SET ends_at = least(ends_at, now() + interval '12 hours'),
    expires_at = least(expires_at, now() + interval '12 hours')
  WHERE user_id = NEW.uid;
  RETURN NULL;
END $$;

CREATE TRIGGER users_shorten_sessions AFTER UPDATE OF role ON users FOR EACH ROW
  WHEN (NEW.role <> 'donor' AND NEW.role <> OLD.role) EXECUTE FUNCTION shorten_sessions();
