-- The block after which a chain was followed first. What was paid up to it was credited by operators, and is never read.
ALTER TABLE chain_cursors ADD COLUMN started bigint;
UPDATE chain_cursors SET started = least(checked,
  (SELECT min(block_number) - 1 FROM chain_transfers WHERE chain_transfers.chain = chain_cursors.chain));
