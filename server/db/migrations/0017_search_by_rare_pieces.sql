-- As before, but where some pieces that stand side by side are common, those that overlap are looked at
-- at once: of やまもとみさき the first half says nothing (やま, もと), and まも and とみ are rare.
CREATE OR REPLACE FUNCTION search_query(word text, common text[]) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
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
