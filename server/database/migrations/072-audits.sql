-- 072-audits
-- The audits that the server has made by itself. Rows are never changed. digest is over the seals of the same number, with the key
-- whose id is key_id, or without one.
CREATE TABLE ledger_audits (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  transfers bigint NOT NULL,
  faults jsonb NOT NULL,
  key_id text,
  digest bytea NOT NULL
);

-- How far each account's chain went at an audit, and its head there. Those of the last one are kept.
CREATE TABLE ledger_seals (
  audit bigint NOT NULL,
  owner_id uuid NOT NULL,
  token text NOT NULL,
  length bigint NOT NULL,
  head bytea NOT NULL,
  PRIMARY KEY (audit, owner_id, token)
);

-- One row: of the servers of one database, the one that moves it makes the audit.
CREATE TABLE ledger_audit_turn (
  only_one boolean PRIMARY KEY CHECK (only_one),
  next_at timestamptz NOT NULL
);
INSERT INTO ledger_audit_turn (only_one, next_at) VALUES (true, '1970-01-01T00:00:00Z');
