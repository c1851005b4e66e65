-- Each line of the operators' log has its place and the head of the chain after it (decision 108). `is_whole`: a line that stands for all of its call, not for its beginning or its end.
ALTER TABLE operator_log ADD COLUMN is_whole boolean NOT NULL DEFAULT false;
ALTER TABLE operator_log ADD COLUMN place bigint UNIQUE;
ALTER TABLE operator_log ADD COLUMN head bytea;
-- Of the lines to come: those of before have no place.
ALTER TABLE operator_log ADD CONSTRAINT operator_log_chained CHECK (place IS NOT NULL AND head IS NOT NULL) NOT VALID;

-- How far the chain goes. It begins with a hash of all lines that were written before it: `older` of them.
CREATE TABLE operator_log_chain (
  id int PRIMARY KEY CHECK (id = 1),
  length bigint NOT NULL,
  head bytea NOT NULL,
  older bigint NOT NULL,
  older_head bytea NOT NULL
);
INSERT INTO operator_log_chain (id, length, head, older, older_head)
  SELECT 1, 0, digest, lines, digest FROM (
    SELECT count(*) AS lines, sha256(convert_to(coalesce(string_agg(
      json_build_array(number, request_id, extract(epoch FROM at), operator, verb, subject, address, status)::text, chr(10)
      ORDER BY number), ''), 'UTF8')) AS digest
    FROM operator_log WHERE place IS NULL
  ) AS before;
