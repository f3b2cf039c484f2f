-- The search of applications: one folded text each, kept by triggers (docs/decisions/0018).

-- All that an application can be found by. Names and address apart from the name of the organisation, which
-- often holds letters that need more folding.
CREATE FUNCTION application_text(appraisal_id text, last_name text, first_name text, last_name_kana text,
  first_name_kana text, tel text, email text, zipcode text, prefecture text, line1 text, line2 text,
  building text, target_name text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT concat_ws('|', fold_search(concat_ws('|', appraisal_id, tel, email, zipcode)), fold_search(last_name || first_name),
    fold_search(last_name_kana || first_name_kana), fold_search(prefecture || line1 || line2 || building),
    fold_search(target_name))
$$;

CREATE FUNCTION add_application_search() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  INSERT INTO application_search (appraisal_id, created_at, folded)
  SELECT a.appraisal_id, a.created_at, application_text(a.appraisal_id, a.last_name, a.first_name, a.last_name_kana,
    a.first_name_kana, a.tel, a.email, a.zipcode, a.prefecture, a.line1, a.line2, a.building, coalesce(o.name, c.fund_name))
  FROM added a LEFT JOIN associates o ON o.id = a.associate_id
  LEFT JOIN social_challenges c ON c.id = a.social_challenge_id;
  RETURN NULL;
END $$;

CREATE TRIGGER applications_search AFTER INSERT ON applications REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_application_search();

CREATE FUNCTION mend_application_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE application_search SET created_at = NEW.created_at, folded = application_text(NEW.appraisal_id, NEW.last_name,
    NEW.first_name, NEW.last_name_kana, NEW.first_name_kana, NEW.tel, NEW.email, NEW.zipcode, NEW.prefecture, NEW.line1,
    NEW.line2, NEW.building, coalesce((SELECT name FROM associates WHERE id = NEW.associate_id),
      (SELECT fund_name FROM social_challenges WHERE id = NEW.social_challenge_id)))
  WHERE appraisal_id = NEW.appraisal_id;
  RETURN NULL;
END $$;

CREATE TRIGGER applications_search_mended AFTER UPDATE OF last_name, first_name, last_name_kana, first_name_kana, tel, email, zipcode, prefecture, line1, line2, building, associate_id, social_challenge_id, created_at ON applications FOR EACH ROW EXECUTE FUNCTION mend_application_search();

-- After an organisation is renamed, its applications are found by the new name.
CREATE FUNCTION rename_application_search() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  UPDATE application_search s SET folded = application_text(a.appraisal_id, a.last_name, a.first_name, a.last_name_kana,
    a.first_name_kana, a.tel, a.email, a.zipcode, a.prefecture, a.line1, a.line2, a.building, NEW.name)
  FROM applications a WHERE a.associate_id = NEW.id AND s.appraisal_id = a.appraisal_id;
  RETURN NULL;
END $$;

CREATE TRIGGER associates_search_renamed AFTER UPDATE OF name ON associates FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION rename_application_search();
