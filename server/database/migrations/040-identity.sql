-- How somebody came in (registration_email, _metamask, _google); null for accounts that an operator or the demo opened.
ALTER TABLE users ADD COLUMN registered_by text CHECK (registered_by IN ('email', 'metamask', 'google'));
ALTER TABLE users ADD COLUMN email_confirmed_at timestamptz;

-- Who somebody is elsewhere: an issuer's subject (OpenID Connect), or an address of a chain. Never an e-mail address.
CREATE TABLE identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject)
);

CREATE INDEX identities_of_user ON identities (user_id, created_at);

-- Messages that were given out to be signed. A row stays after its use, so that a second use is known as such.
CREATE TABLE wallet_nonces (
  nonce text PRIMARY KEY,
  address text NOT NULL,
  message text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE INDEX wallet_nonces_by_end ON wallet_nonces (expires_at);

-- What is good once and was used: solved captchas, nonces of ID tokens. Kept for as long as it would be good.
CREATE TABLE spent (
  key text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

CREATE INDEX spent_by_end ON spent (expires_at);

-- What links in letters carry, as SHA-256. `email` is the address that the letter went to.
CREATE TABLE letter_tokens (
  token_hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('confirm', 'reset')),
  user_id uuid NOT NULL REFERENCES users (id),
  email text NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX letter_tokens_of_user ON letter_tokens (user_id, purpose);
CREATE INDEX letter_tokens_by_end ON letter_tokens (expires_at);

-- Secrets that every server on this database shares: made by the first that needs one.
CREATE TABLE server_secrets (
  name text PRIMARY KEY,
  value text NOT NULL
);
