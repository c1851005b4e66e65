-- A refusal wrote nothing and is forgotten after minutes. Those that were kept so far are, at once: they fill most of the table.
ALTER TABLE idempotency_keys ADD COLUMN is_refusal boolean NOT NULL DEFAULT false;
DELETE FROM idempotency_keys WHERE answer LIKE '{"ok":false%';
CREATE INDEX idempotency_keys_refused ON idempotency_keys (created_at) WHERE is_refusal;
