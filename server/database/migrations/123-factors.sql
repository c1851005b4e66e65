-- Secrets of authenticator apps (RFC 6238), sealed as server/auth/sealed.ts says. Of the time steps up to `last_step` no code is good any more.
CREATE TABLE totp_secrets (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  secret bytea NOT NULL,
  last_step bigint NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);

-- The newest secret that a session was given, until a code of it shows that the app has it.
CREATE TABLE pending_totp_secrets (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  secret bytea NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX pending_totp_secrets_of_session ON pending_totp_secrets (session_id);
CREATE INDEX pending_totp_secrets_by_end ON pending_totp_secrets (expires_at);

-- What is left of a person's recovery codes, as SHA-256: each row is deleted by its use.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);
