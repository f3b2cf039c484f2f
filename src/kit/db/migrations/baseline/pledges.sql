-- A pledge carries its application's organisation, so that an index finds the pledges of an organisation.
CREATE FUNCTION keep_pledge_associate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.associate_id := (SELECT associate_id FROM applications WHERE appraisal_id = NEW.appraisal_id);
  RETURN NEW;
END $$;

CREATE TRIGGER pledges_associate BEFORE INSERT ON pledges FOR EACH ROW EXECUTE FUNCTION keep_pledge_associate();
