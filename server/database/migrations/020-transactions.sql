-- Addresses are written with their checksum (EIP-55): the same address is the same text everywhere.
CREATE TABLE deposit_addresses (
  address text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  token text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, token)
);

-- How many addresses were made of an extended public key. Counted in the transaction of the address: no number is left out,
-- because a wallet that looks for its money stops after twenty empty addresses (BIP-44).
CREATE TABLE deposit_keys (
  xpub text PRIMARY KEY,
  used int NOT NULL
);

CREATE TABLE transaction_quotes (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  kind text NOT NULL CHECK (kind IN ('send', 'withdraw')),
  token text NOT NULL,
  amount numeric(100, 0) NOT NULL CHECK (amount > 0),
  fee numeric(100, 0) NOT NULL CHECK (fee >= 0),
  recipient text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE INDEX transaction_quotes_by_end ON transaction_quotes (expires_at);

-- A person's history. Of a payment between two accounts each has a row of its own, with the same operation.
CREATE TABLE transactions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  operation_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('send', 'receive', 'deposit', 'withdraw', 'exchange')),
  status text NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'failed', 'cancelled')),
  token text NOT NULL,
  amount numeric(100, 0) NOT NULL CHECK (amount > 0),
  fee numeric(100, 0) NOT NULL CHECK (fee >= 0),
  counterparty text,
  tx_hash text,
  note text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE INDEX transactions_history ON transactions (user_id, created_at, id);
CREATE INDEX transactions_open ON transactions (status, created_at) WHERE status IN ('pending', 'processing');
-- Whom a person has paid, by the characters that people compare.
CREATE INDEX transactions_paid ON transactions (user_id, lower(left(counterparty, 6) || right(counterparty, 4)))
  WHERE kind IN ('send', 'withdraw');

CREATE TABLE transaction_steps (
  transaction_id uuid NOT NULL REFERENCES transactions (id),
  position int NOT NULL,
  status text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (transaction_id, position)
);

-- Tokens that cannot leave for now.
CREATE TABLE withdrawal_stops (
  token text PRIMARY KEY,
  since timestamptz NOT NULL
);
