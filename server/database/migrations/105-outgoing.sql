-- What leaves over a chain. `chain` is the chain's name as in CAIP-2 (eip155:1). Addresses and hashes are 0x… in the form in which they are sent.

-- Who pays, and the next number (nonce) of its transactions: the row's lock is held while numbers are given out, so that servers that
-- share a wallet leave no gap.
CREATE TABLE hot_wallets (
  chain text NOT NULL,
  address text NOT NULL,
  next_nonce bigint NOT NULL CHECK (next_nonce >= 0),
  PRIMARY KEY (chain, address)
);

-- A payment of the ledger that was given to a chain, to one only. It has a nonce before anything is signed, and keeps it.
-- block_*, tx_hash, has_succeeded and gas_paid (wei) say where it is mined as far as is known, and are emptied by a reorganisation.
-- `refused`: the contract would revert the transfer, and nothing was signed.
CREATE TABLE outgoing_payments (
  chain text NOT NULL,
  payment_id uuid NOT NULL UNIQUE REFERENCES transactions (id),
  token text NOT NULL,
  recipient text NOT NULL,
  amount numeric(100, 0) NOT NULL CHECK (amount > 0),
  contract text,
  wallet text,
  nonce bigint CHECK (nonce >= 0),
  gas bigint CHECK (gas > 0),
  block_number bigint,
  block_hash text,
  tx_hash text,
  has_succeeded boolean,
  gas_paid numeric(100, 0),
  outcome text CHECK (outcome IN ('confirmed', 'reverted', 'refused')),
  ended_at timestamptz,
  PRIMARY KEY (chain, payment_id),
  UNIQUE (chain, wallet, nonce),
  CHECK ((nonce IS NULL) = (wallet IS NULL) AND (nonce IS NULL) = (gas IS NULL) AND (nonce IS NULL) = (contract IS NULL)),
  CHECK ((block_hash IS NULL) = (block_number IS NULL) AND (block_hash IS NULL) = (has_succeeded IS NULL)),
  CHECK ((outcome IS NULL) = (ended_at IS NULL))
);
CREATE INDEX outgoing_payments_open ON outgoing_payments (chain) WHERE ended_at IS NULL;

-- What was signed for a payment, before it is broadcast: attempt 0, and what has replaced it at the same nonce. Any of them may be mined.
-- signed_block: the newest block when it was signed. told_block: the newest block when a node last took it.
CREATE TABLE outgoing_transactions (
  chain text NOT NULL,
  payment_id uuid NOT NULL,
  attempt int NOT NULL CHECK (attempt >= 0),
  hash text NOT NULL,
  raw text NOT NULL,
  max_fee numeric(100, 0) NOT NULL,
  priority_fee numeric(100, 0) NOT NULL,
  signed_block bigint NOT NULL,
  told_block bigint,
  signed_at timestamptz NOT NULL,
  PRIMARY KEY (chain, payment_id, attempt),
  UNIQUE (chain, hash),
  FOREIGN KEY (chain, payment_id) REFERENCES outgoing_payments (chain, payment_id)
);
