-- What a person was offered. Amounts in minor units: pay, fee and the bounds of from_token, receive of to_token.
CREATE TABLE exchange_quotes (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  from_token text NOT NULL,
  to_token text NOT NULL,
  pay numeric(100, 0) NOT NULL,
  fee numeric(100, 0) NOT NULL,
  receive numeric(100, 0) NOT NULL,
  rate text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT exchange_quotes_amounts CHECK (fee > 0 AND pay > fee AND receive > 0),
  CONSTRAINT exchange_quotes_two_tokens CHECK (from_token <> to_token)
);

CREATE INDEX exchange_quotes_by_end ON exchange_quotes (expires_at);

-- What came of it. The id is the operation of its transfers; a quote has one exchange at most.
CREATE TABLE exchanges (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  quote_id uuid NOT NULL UNIQUE,
  status text NOT NULL CONSTRAINT exchanges_status CHECK (status IN ('pending', 'completed', 'failed', 'cancelled')),
  from_token text NOT NULL,
  to_token text NOT NULL,
  pay numeric(100, 0) NOT NULL,
  fee numeric(100, 0) NOT NULL,
  receive numeric(100, 0) NOT NULL,
  rate text NOT NULL,
  created_at timestamptz NOT NULL,
  completed_at timestamptz
);

CREATE INDEX exchanges_of_user ON exchanges (user_id, created_at, id);
