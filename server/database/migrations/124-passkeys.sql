-- Passkeys (WebAuthn): the public halves of keys that people's devices keep. `counter` is 0 for those that do not count.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL,
  backed_up boolean NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);

CREATE INDEX passkeys_of_user ON passkeys (user_id, created_at);

-- What a device was asked to sign, as SHA-256: for a purpose, and but for a login for a session. Deleted by its use.
CREATE TABLE passkey_challenges (
  challenge_hash bytea PRIMARY KEY,
  purpose text NOT NULL,
  session_id uuid REFERENCES sessions (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);

CREATE INDEX passkey_challenges_of_session ON passkey_challenges (session_id);
CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at);
