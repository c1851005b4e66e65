-- Which child of which key an address is: `0/key_number` of `xpub`. Null for an address from before this was written down.
ALTER TABLE deposit_addresses ADD COLUMN xpub text;
ALTER TABLE deposit_addresses ADD COLUMN key_number int;

-- Transactions that were written for an offline signer: gas for deposit addresses, and what takes their tokens to `recipient`.
-- `sent_at`: all of them came back signed. `replaced`: another export came before that.
CREATE TABLE sweeps (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain text NOT NULL,
  recipient text NOT NULL,
  exported_at timestamptz NOT NULL,
  sent_at timestamptz,
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('done', 'replaced')),
  CHECK ((outcome IS NULL) = (ended_at IS NULL))
);
-- One at a time: two would use the same nonces.
CREATE UNIQUE INDEX sweeps_open ON sweeps (chain) WHERE ended_at IS NULL;

-- `path` is below the account's key. `amount` is in minor units of `token`, or in wei without one. `raw` and `hash` are there when it is
-- signed, which is before a node hears of it. `told_block`: the newest block when a node last took it. gas_paid in wei.
CREATE TABLE sweep_transactions (
  sweep bigint NOT NULL REFERENCES sweeps (number),
  place int NOT NULL,
  path text NOT NULL,
  sender text NOT NULL,
  nonce bigint NOT NULL CHECK (nonce >= 0),
  called text NOT NULL,
  value numeric(100, 0) NOT NULL,
  data text NOT NULL,
  gas bigint NOT NULL CHECK (gas > 0),
  max_fee numeric(100, 0) NOT NULL,
  priority_fee numeric(100, 0) NOT NULL,
  token text REFERENCES tokens (symbol),
  amount numeric(100, 0) NOT NULL CHECK (amount > 0),
  recipient text NOT NULL,
  raw text,
  hash text,
  told_block bigint,
  block_number bigint,
  block_hash text,
  has_succeeded boolean,
  gas_paid numeric(100, 0),
  outcome text CHECK (outcome IN ('succeeded', 'failed', 'replaced')),
  PRIMARY KEY (sweep, place),
  UNIQUE (sweep, sender, nonce),
  CHECK ((raw IS NULL) = (hash IS NULL)),
  CHECK ((block_hash IS NULL) = (block_number IS NULL) AND (block_hash IS NULL) = (has_succeeded IS NULL))
);
