-- 071-chain
-- The transfers of each account are a chain (server/ledger/chain.ts): a transfer has a place in the chains of both of its accounts,
-- and the head of each after it. Transfers of before get theirs when the server starts; new ones cannot be without.
ALTER TABLE ledger_accounts ADD COLUMN chain_length bigint NOT NULL DEFAULT 0;
ALTER TABLE ledger_accounts ADD COLUMN chain_head bytea NOT NULL DEFAULT '\x';
ALTER TABLE ledger_transfers ADD COLUMN debit_position bigint;
ALTER TABLE ledger_transfers ADD COLUMN debit_chain bytea;
ALTER TABLE ledger_transfers ADD COLUMN credit_position bigint;
ALTER TABLE ledger_transfers ADD COLUMN credit_chain bytea;
ALTER TABLE ledger_transfers ADD CONSTRAINT ledger_transfers_chained CHECK (
  debit_position IS NOT NULL AND debit_chain IS NOT NULL AND credit_position IS NOT NULL AND credit_chain IS NOT NULL
) NOT VALID;
CREATE UNIQUE INDEX ledger_transfers_debits ON ledger_transfers (debit_owner_id, token, debit_position);
CREATE UNIQUE INDEX ledger_transfers_credits ON ledger_transfers (credit_owner_id, token, credit_position);
CREATE INDEX ledger_transfers_unchained ON ledger_transfers (created_at, id) WHERE debit_position IS NULL;
