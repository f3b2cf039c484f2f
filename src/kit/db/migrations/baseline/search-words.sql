-- Text functions of all searches. The indexes of the tables use them, so they come first.

-- Folds a text for comparison: width, case, kana, look-alike letters of names, variation selectors, spaces and
-- dashes no longer matter. Used for stored texts and for typed words. Most texts are in NFKC already, and
-- testing for it is quicker than normalizing.
CREATE FUNCTION fold_search(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  folded text;
BEGIN
  -- Of Latin letters and digits alone there is less to fold, and most of what is stored is such.
  IF octet_length(value) = length(value) THEN RETURN translate(lower(value), E' \t-', ''); END IF;
  folded := translate(lower(CASE WHEN value IS NFKC NORMALIZED THEN value ELSE normalize(value, NFKC) END), E'ー・ \t-', '');
  -- Each letter is compared with all that are replaced, in their order: so they are looked for first, and
  -- those that are written most often come first.
  IF folded ~ '[ァ-ヾ]' THEN
    folded := translate(folded, 'ンイウシカタキクトマスコリナラツサミオルチョハヤモテフノアヒニジメワセレガユケロエダヅソネムホゲゴズバヨグブギドュザデヌボビャッパァィゥェォゼゾヂピプヘベペポヮヰヱヲヴヵヶヽヾ', 'んいうしかたきくとますこりならつさみおるちょはやもてふのあひにじめわせれがゆけろえだづそねむほげごずばよぐぶぎどゅざでぬぼびゃっぱぁぃぅぇぉぜぞぢぴぷへべぺぽゎゐゑをゔゕゖゝゞ');
  END IF;
  IF folded ~ E'[髙﨑碕嵜邉邊齋齊斎濵濱澤廣國嶋嶌德惠瀧龍櫻𠮷𥔎㟢𣘺槗𡈽圡眞圓壽榮學寶實條渕桒栁冨凛彌驒鷗藪籔檜礒靑靜與豐鐵關縣舘兒來莊萬藏邨埜增瀨柗枩劔劒釼劍嶽峯兎曻晧鄕淸黑曾‐‒–—―−\u200B\u200C\u200D\u2060\uFE00\uFE01\uFE02\uFE03\uFE04\uFE05\uFE06\uFE07\uFE08\uFE09\uFE0A\uFE0B\uFE0C\uFE0D\uFE0E\uFE0F\U000E0100\U000E0101\U000E0102\U000E0103\U000E0104\U000E0105\U000E0106\U000E0107\U000E0108\U000E0109\U000E010A\U000E010B\U000E010C\U000E010D\U000E010E\U000E010F\U000E0110\U000E0111\U000E0112\U000E0113\U000E0114\U000E0115\U000E0116\U000E0117\U000E0118\U000E0119\U000E011A\U000E011B\U000E011C\U000E011D\U000E011E\U000E011F]' THEN
    folded := translate(folded, '髙﨑碕嵜邉邊齋齊斎濵濱澤廣國嶋嶌德惠瀧龍櫻𠮷𥔎㟢𣘺槗𡈽圡眞圓壽榮學寶實條渕桒栁冨凛彌驒鷗藪籔檜礒靑靜與豐鐵關縣舘兒來莊萬藏邨埜增瀨柗枩劔劒釼劍嶽峯兎曻晧鄕淸黑曾' || E'‐‒–—―−\u200B\u200C\u200D\u2060\uFE00\uFE01\uFE02\uFE03\uFE04\uFE05\uFE06\uFE07\uFE08\uFE09\uFE0A\uFE0B\uFE0C\uFE0D\uFE0E\uFE0F\U000E0100\U000E0101\U000E0102\U000E0103\U000E0104\U000E0105\U000E0106\U000E0107\U000E0108\U000E0109\U000E010A\U000E010B\U000E010C\U000E010D\U000E010E\U000E010F\U000E0110\U000E0111\U000E0112\U000E0113\U000E0114\U000E0115\U000E0116\U000E0117\U000E0118\U000E0119\U000E011A\U000E011B\U000E011C\U000E011D\U000E011E\U000E011F', '高崎崎崎辺辺斉斉斉浜浜沢広国島島徳恵滝竜桜吉崎崎橋橋土土真円寿栄学宝実条淵桑柳富凜弥騨鴎薮薮桧磯青静与豊鉄関県館児来荘万蔵村野増瀬松松剣剣剣剣岳峰兔昇皓郷清黒曽');
  END IF;
  RETURN folded;
END $$;

-- Cuts a folded text, its fields divided by |, into search pieces: from every letter on two letters of Japanese,
-- of which there are thousands, or three of Latin letters and digits, of which there are few. The last piece of
-- a field is shorter, so that a word shorter than a piece is the beginning of one. Three lists unnested side by
-- side in the select list keep no copies of them, as they would in FROM.
CREATE FUNCTION search_grams(folded text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  letters text[] := string_to_array(folded, NULL) || ARRAY['|', '|'];
BEGIN
  RETURN array_to_tsvector(ARRAY(
    SELECT CASE WHEN b = '|' THEN a WHEN octet_length(a) = 1 AND c <> '|' THEN a || b || c ELSE a || b END
    FROM (SELECT unnest(letters) AS a, unnest(letters[2:]) AS b, unnest(letters[3:]) AS c OFFSET 0) AS side_by_side
    WHERE a <> '|'
  ));
END $$;

-- The query whose pieces a text must hold to contain a folded word: the word's whole pieces side by side, or, of
-- a word shorter than a piece, one that begins with it. `common` names the pieces of many texts, from the
-- commonest to the rarest. If one side by side is common, the overlapping pieces that are not are asked for
-- instead: of やまもとみさき the first half says nothing (やま, もと), while まも and とみ are rare. If all are
-- common, the three rarest. NULL for an empty word.
CREATE FUNCTION search_query(word text, common text[]) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(
    CASE WHEN bool_and(place IS NULL) FILTER (WHERE is_beside) THEN string_agg(quoted, ' & ') FILTER (WHERE is_beside) END,
    string_agg(quoted, ' & ') FILTER (WHERE place IS NULL),
    array_to_string((array_agg(quoted ORDER BY place DESC))[1:3], ' & '),
    CASE WHEN word <> '' THEN '''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':*' END
  )::tsquery
  FROM (
    SELECT '''' || replace(replace(piece, '\', '\\'), '''', '''''') || '''' AS quoted,
      array_position(common, piece) AS place,
      start % size = 1 OR start = length(word) - size + 1 AS is_beside
    FROM generate_series(1, length(word)) AS start,
      LATERAL (SELECT CASE WHEN substr(word, start, 1) < E'\u0080' THEN 3 ELSE 2 END AS size) AS sizes,
      LATERAL (SELECT substr(word, start, size) AS piece) AS pieces
    WHERE length(piece) = size
  ) AS whole
$$;
