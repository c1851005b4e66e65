-- What a network told of. One output of one of its transactions is one deposit, however often it is told.
-- It is credited by the ledger transfer of the same id as its line in the history, when ended_at is set.
CREATE TABLE deposits (
  network text NOT NULL,
  tx_hash text NOT NULL,
  output_index int NOT NULL,
  transaction_id uuid NOT NULL UNIQUE,
  user_id uuid NOT NULL REFERENCES users (id),
  token text NOT NULL REFERENCES tokens (symbol),
  amount numeric(100, 0) NOT NULL CHECK (amount > 0),
  address text NOT NULL,
  seen int NOT NULL,
  needed int NOT NULL,
  told_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (network, tx_hash, output_index)
);

CREATE INDEX deposits_open ON deposits (user_id) WHERE ended_at IS NULL;

-- The network inside the server, for the demo and for tests: it gives a payment one confirmation after each interval.
CREATE TABLE embedded_payments (
  tx_hash text PRIMARY KEY,
  token text NOT NULL,
  amount numeric(100, 0) NOT NULL,
  recipient text NOT NULL,
  needed int NOT NULL,
  interval_ms int NOT NULL,
  sent_at timestamptz NOT NULL
);
