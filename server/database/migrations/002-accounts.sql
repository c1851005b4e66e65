CREATE TABLE users (
  id uuid PRIMARY KEY,
  first_name text,
  last_name text,
  username text,
  username_key text UNIQUE,
  email text UNIQUE,
  phone text,
  date_of_birth text,
  country text,
  password_hash text,
  frozen_at timestamptz,
  created_at timestamptz NOT NULL
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  token_hash bytea NOT NULL UNIQUE,
  ip text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  idle_ms bigint NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX sessions_of_user ON sessions (user_id, last_seen_at);
CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE TABLE throttles (
  key text PRIMARY KEY,
  free_at timestamptz NOT NULL
);

CREATE INDEX throttles_by_end ON throttles (free_at);

-- One row: what this database is for. A demo's password is public, so a demo never becomes a wallet for real people.
CREATE TABLE instance (
  only_one boolean PRIMARY KEY CHECK (only_one),
  purpose text NOT NULL CHECK (purpose IN ('demo', 'live'))
);
