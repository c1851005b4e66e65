-- When a transfer of a chain was first seen is told by nothing: its deposit has its own time.
ALTER TABLE chain_transfers DROP COLUMN opened_at;
