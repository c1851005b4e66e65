-- How far each chain (CAIP-2) has been followed: to which block its logs were read, and to which they were read a second time.
-- While it is halted nothing of it is credited, until an operator lets it go on.
CREATE TABLE chain_cursors (
  chain text PRIMARY KEY,
  number bigint NOT NULL,
  hash text NOT NULL,
  checked bigint NOT NULL,
  halted_at timestamptz,
  halted_why text
);

-- The newest blocks that were followed, by which a reorganisation is noticed and its depth found.
CREATE TABLE chain_blocks (
  chain text NOT NULL,
  number bigint NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (chain, number)
);

-- Transfers from and to our addresses, as the logs of our tokens' contracts tell. ordinal counts the logs of the token's contract in
-- the transaction. Without a block a transfer was part of the chain and is not any more, since the chain had so many blocks.
-- It is open until its deposit has ended.
CREATE TABLE chain_transfers (
  chain text NOT NULL,
  tx_hash text NOT NULL,
  token text NOT NULL REFERENCES tokens (symbol),
  ordinal int NOT NULL,
  sender text NOT NULL,
  recipient text NOT NULL,
  amount numeric(100, 0) NOT NULL CHECK (amount > 0),
  block_number bigint,
  block_hash text,
  gone_since bigint,
  is_open boolean NOT NULL,
  opened_at timestamptz NOT NULL,
  PRIMARY KEY (chain, tx_hash, token, ordinal)
);

CREATE INDEX chain_transfers_open ON chain_transfers (chain) WHERE is_open;
CREATE INDEX chain_transfers_by_block ON chain_transfers (chain, block_number);
CREATE INDEX chain_transfers_in ON chain_transfers (recipient, token);
CREATE INDEX chain_transfers_out ON chain_transfers (sender, token);

-- Logs have addresses in small letters.
CREATE INDEX deposit_addresses_small ON deposit_addresses (lower(address));

-- One transaction may move several tokens, each counted by itself.
ALTER TABLE deposits DROP CONSTRAINT deposits_pkey;
ALTER TABLE deposits ADD PRIMARY KEY (network, tx_hash, token, output_index);
