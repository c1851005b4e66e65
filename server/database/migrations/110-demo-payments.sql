-- What the faucet of the demo's chain has been asked to pay. `raw` is the signed transaction: a chain that has lost it is told it again.
CREATE TABLE demo_payments (
  id text PRIMARY KEY,
  nonce bigint NOT NULL UNIQUE CHECK (nonce >= 0),
  token text NOT NULL,
  amount numeric(100, 0) NOT NULL CHECK (amount > 0),
  recipient text NOT NULL,
  tx_hash text NOT NULL UNIQUE,
  raw text NOT NULL,
  signed_at timestamptz NOT NULL
);
