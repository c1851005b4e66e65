CREATE TABLE rates (
  pair text NOT NULL,
  at timestamptz NOT NULL,
  rate numeric(40, 18) NOT NULL CHECK (rate > 0),
  PRIMARY KEY (pair, at)
);
