-- 070-operations
-- The audit reads an operation's lines, transfers and records together, some hundred operations at a time.
CREATE INDEX ledger_transfers_operation ON ledger_transfers (operation_id);
CREATE INDEX transactions_operation ON transactions (operation_id);
