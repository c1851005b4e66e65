-- What operators did. Two rows a call: one before it is carried out, and one with its status after. Rows are only ever added.
CREATE TABLE operator_log (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  request_id uuid NOT NULL,
  at timestamptz NOT NULL,
  operator text NOT NULL,
  verb text NOT NULL,
  subject text,
  address text NOT NULL,
  status integer
);
CREATE INDEX operator_log_by_request ON operator_log (request_id);
