-- What the company itself owns of the tokens in custody is an account of the ledger, so that a negative `chain` is all that lies on the chain.
ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_kind;
ALTER TABLE ledger_accounts ADD CONSTRAINT ledger_accounts_kind CHECK (kind IN ('user', 'chain', 'fees', 'exchange', 'float'));

-- Addresses of the operator's own that tokens in custody lie at, beside those that people deposit to. None is ever forgotten.
CREATE TABLE treasury_addresses (
  chain text NOT NULL,
  address text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('hot', 'cold', 'gas')),
  added_at timestamptz NOT NULL,
  PRIMARY KEY (chain, address)
);

-- What changed the float. A booking has the id of its ledger transfer; one of 0 has none. What a Transfer event was booked for has the
-- event's key. `opening`: what lay on the chain when the token was first followed, less what was booked then.
CREATE TABLE treasury_bookings (
  id uuid PRIMARY KEY,
  chain text NOT NULL,
  token text NOT NULL REFERENCES tokens (symbol),
  amount numeric(100, 0) NOT NULL,
  reason text NOT NULL CHECK (reason IN ('opening', 'refill', 'dust', 'credit', 'unexplained', 'manual')),
  note text,
  block_number bigint,
  tx_hash text,
  ordinal int,
  address text,
  booked_at timestamptz NOT NULL,
  UNIQUE (chain, tx_hash, token, ordinal, reason),
  CHECK ((tx_hash IS NULL) = (ordinal IS NULL)),
  CHECK (amount <> 0 OR reason = 'opening')
);
CREATE UNIQUE INDEX treasury_bookings_opening ON treasury_bookings (chain, token) WHERE reason = 'opening';
CREATE INDEX treasury_bookings_unexplained ON treasury_bookings (chain) WHERE reason = 'unexplained';

-- What left an address of ours without being ours is a fault of every audit until an operator has written down what it was.
CREATE TABLE treasury_acceptances (
  booking_id uuid PRIMARY KEY REFERENCES treasury_bookings (id),
  note text NOT NULL,
  accepted_at timestamptz NOT NULL
);

-- To which block the transfers of a chain have been booked.
CREATE TABLE treasury_cursors (
  chain text PRIMARY KEY,
  booked_to bigint NOT NULL
);

CREATE INDEX outgoing_payments_by_block ON outgoing_payments (chain, block_number);
