-- Double entry. Amounts are whole minor units of their token. A row of ledger_transfers is both legs of one movement,
-- so an imbalance cannot be written. System accounts (chain, fees, exchange) have fixed owners and may be negative.
CREATE TABLE ledger_accounts (
  owner_id uuid NOT NULL,
  token text NOT NULL,
  kind text NOT NULL CONSTRAINT ledger_accounts_kind CHECK (kind IN ('user', 'chain', 'fees', 'exchange')),
  posted numeric(100, 0) NOT NULL DEFAULT 0,
  held numeric(100, 0) NOT NULL DEFAULT 0,
  opened_at timestamptz NOT NULL,
  PRIMARY KEY (owner_id, token),
  CONSTRAINT ledger_accounts_held_not_negative CHECK (held >= 0),
  CONSTRAINT ledger_accounts_no_overdraft CHECK (kind <> 'user' OR posted >= held)
);

CREATE TABLE ledger_transfers (
  id uuid PRIMARY KEY,
  token text NOT NULL,
  debit_owner_id uuid NOT NULL,
  credit_owner_id uuid NOT NULL,
  amount numeric(100, 0) NOT NULL CONSTRAINT ledger_transfers_amount_positive CHECK (amount > 0),
  kind text NOT NULL,
  operation_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT ledger_transfers_two_accounts CHECK (debit_owner_id <> credit_owner_id),
  CONSTRAINT ledger_transfers_debit FOREIGN KEY (debit_owner_id, token) REFERENCES ledger_accounts (owner_id, token),
  CONSTRAINT ledger_transfers_credit FOREIGN KEY (credit_owner_id, token) REFERENCES ledger_accounts (owner_id, token)
);

CREATE TABLE ledger_holds (
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL,
  token text NOT NULL,
  amount numeric(100, 0) NOT NULL CONSTRAINT ledger_holds_amount_positive CHECK (amount > 0),
  kind text NOT NULL CONSTRAINT ledger_holds_kind
    CHECK (kind IN ('withdrawal', 'deposit', 'exchange', 'account_freeze', 'review')),
  operation_id uuid,
  since timestamptz NOT NULL,
  until timestamptz,
  status text NOT NULL DEFAULT 'active' CONSTRAINT ledger_holds_status CHECK (status IN ('active', 'released', 'captured')),
  ended_at timestamptz,
  CONSTRAINT ledger_holds_ended CHECK ((status = 'active') = (ended_at IS NULL)),
  CONSTRAINT ledger_holds_account FOREIGN KEY (owner_id, token) REFERENCES ledger_accounts (owner_id, token)
);

CREATE INDEX ledger_holds_active ON ledger_holds (owner_id, token) WHERE status = 'active';

-- What became of an Idempotency-Key: written in the transaction of its effect. answer is the JSON text of the outcome.
CREATE TABLE idempotency_keys (
  owner_id uuid NOT NULL,
  key uuid NOT NULL,
  call text NOT NULL,
  body_hash text NOT NULL,
  answer text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (owner_id, key)
);
