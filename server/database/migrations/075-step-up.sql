-- Fresh proofs of a session's person, as SHA-256: each good once, for one purpose.
CREATE TABLE step_up_proofs (
  token_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  action text NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX step_up_proofs_of_session ON step_up_proofs (session_id);
CREATE INDEX step_up_proofs_by_end ON step_up_proofs (expires_at);

-- The newest code that was sent for a session, as SHA-256.
CREATE TABLE step_up_codes (
  session_id uuid PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
  action text NOT NULL,
  code_hash bytea NOT NULL,
  tries_left int NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX step_up_codes_by_end ON step_up_codes (expires_at);

-- An address that was given where no letter can confirm it: it is told, and good for nothing.
ALTER TABLE users ADD COLUMN unproved_email text;
