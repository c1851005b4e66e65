-- People who operate the server. None is ever deleted: lines of the log tell who acted by the name. The password is null until they have set up their login.
CREATE TABLE operators (
  id uuid PRIMARY KEY,
  name text NOT NULL UNIQUE,
  role text NOT NULL CONSTRAINT operators_role CHECK (role IN ('support', 'compliance', 'treasury', 'administrator')),
  password_hash text,
  created_at timestamptz NOT NULL,
  disabled_at timestamptz
);

-- As `totp_secrets` of people.
CREATE TABLE operator_totp_secrets (
  operator_id uuid PRIMARY KEY REFERENCES operators (id),
  secret bytea NOT NULL,
  last_step bigint NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);

-- The code by which somebody sets up their login, as SHA-256, and what they have chosen until a code of the app shows that they have it.
CREATE TABLE operator_setups (
  operator_id uuid PRIMARY KEY REFERENCES operators (id),
  code_hash bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  password_hash text,
  secret bytea
);

CREATE TABLE operator_sessions (
  id uuid PRIMARY KEY,
  operator_id uuid NOT NULL REFERENCES operators (id),
  token_hash bytea NOT NULL UNIQUE,
  address text NOT NULL,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX operator_sessions_of_operator ON operator_sessions (operator_id);
