-- Passkeys of operators, as `passkeys` of people. Tables of their own: what is kept for the one can never let the other in.
CREATE TABLE operator_passkeys (
  id uuid PRIMARY KEY,
  operator_id uuid NOT NULL REFERENCES operators (id),
  credential_id bytea NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL,
  backed_up boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);

CREATE INDEX operator_passkeys_of_operator ON operator_passkeys (operator_id, created_at);

-- As `passkey_challenges` of people.
CREATE TABLE operator_passkey_challenges (
  challenge_hash bytea PRIMARY KEY,
  purpose text NOT NULL,
  session_id uuid REFERENCES operator_sessions (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);

CREATE INDEX operator_passkey_challenges_of_session ON operator_passkey_challenges (session_id);
CREATE INDEX operator_passkey_challenges_by_end ON operator_passkey_challenges (expires_at);

-- Fresh proofs for changes of an operator's own login, as SHA-256. Deleted by their use.
CREATE TABLE operator_proofs (
  token_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES operator_sessions (id) ON DELETE CASCADE,
  change text NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX operator_proofs_of_session ON operator_proofs (session_id);

-- As `pending_totp_secrets` of people.
CREATE TABLE operator_pending_totp_secrets (
  operator_id uuid PRIMARY KEY REFERENCES operators (id),
  session_id uuid NOT NULL REFERENCES operator_sessions (id) ON DELETE CASCADE,
  secret bytea NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX operator_pending_totp_secrets_of_session ON operator_pending_totp_secrets (session_id);

-- A setup code that was used is told apart from one that never was.
ALTER TABLE operator_setups ADD COLUMN used_at timestamptz;
