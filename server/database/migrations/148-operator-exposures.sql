-- What operators have credited and let leave by hand, in minor units of USDT: sums of it are limited. `approved_by` is null for what waited for nobody.
CREATE TABLE operator_exposures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  verb text NOT NULL,
  operator text NOT NULL,
  approved_by text,
  value numeric(100, 0) NOT NULL
);
CREATE INDEX operator_exposures_by_time ON operator_exposures (at);

-- Locked while one of them is judged, so that the next counts it.
CREATE TABLE operator_exposure_lock (id int PRIMARY KEY CHECK (id = 1));
INSERT INTO operator_exposure_lock (id) VALUES (1);
