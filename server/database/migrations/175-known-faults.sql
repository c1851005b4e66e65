-- 175-known-faults
-- The kind and the subject of each fault of an audit: its sentence has amounts, which change while the fault is the same.
ALTER TABLE ledger_audits ADD COLUMN known jsonb NOT NULL DEFAULT '[]';
