-- Work without a caller that failed and is tried again, by what it is about. Forgotten when it succeeds, or is nobody's concern any more.
CREATE TABLE failed_attempts (
  work text NOT NULL,
  subject text NOT NULL,
  attempts int NOT NULL,
  reason text NOT NULL,
  first_at timestamptz NOT NULL,
  next_try_at timestamptz NOT NULL,
  PRIMARY KEY (work, subject)
);
