CREATE TABLE "application_search" (
	"appraisal_id" text PRIMARY KEY NOT NULL,
	"folded" text NOT NULL,
	"grams" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "application_search" ADD CONSTRAINT "application_search_appraisal_id_applications_appraisal_id_fk" FOREIGN KEY ("appraisal_id") REFERENCES "public"."applications"("appraisal_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_search_grams" ON "application_search" USING gin ("grams");
--> statement-breakpoint
-- A text as the operator's search compares it: width, case, kana, the common variants of surnames,
-- spaces and dashes no longer matter. The one rule for what is stored and for what is typed.
CREATE FUNCTION fold_search(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(
    lower(normalize(value, NFKC)),
    'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ髙﨑碕嵜邉邊齋齊斎濵濱澤廣國嶋嶌德惠瀧龍櫻' || E' \t‐‒–—―−ー・-',
    'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ高崎崎崎辺辺斉斉斉浜浜沢広国島島徳恵滝竜桜'
  )
$$;
--> statement-breakpoint
-- Every piece of one or two letters of a folded text, once.
CREATE FUNCTION text_grams(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT substr(folded, start, size)), '{}')
  FROM generate_series(1, 2) AS size, generate_series(1, length(folded) - size + 1) AS start
$$;
--> statement-breakpoint
CREATE FUNCTION keep_application_search() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept text := concat_ws('|', fold_search(NEW.appraisal_id), fold_search(NEW.last_name || NEW.first_name),
    fold_search(NEW.last_name_kana || NEW.first_name_kana), fold_search(NEW.tel), fold_search(NEW.email));
BEGIN
  INSERT INTO application_search (appraisal_id, folded, grams)
  VALUES (NEW.appraisal_id, kept, text_grams(kept))
  ON CONFLICT (appraisal_id) DO UPDATE SET folded = excluded.folded, grams = excluded.grams;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER applications_search AFTER INSERT OR UPDATE OF last_name, first_name, last_name_kana, first_name_kana, tel, email ON applications FOR EACH ROW EXECUTE FUNCTION keep_application_search();
--> statement-breakpoint
-- Applications of before: the trigger fills in what it keeps.
UPDATE applications SET tel = tel;
