-- Why a token was stopped. The token '*' stands for all of them.
ALTER TABLE withdrawal_stops ADD COLUMN why text;

-- When a payment was first given to the network: until then it may stay in the house, be held, or fail; afterwards only the network ends it.
-- reason: why it failed, from a closed list (contract); note is a sentence somebody wrote.
ALTER TABLE transactions ADD COLUMN handed_over_at timestamptz;
ALTER TABLE transactions ADD COLUMN reason text CONSTRAINT transactions_reason CHECK (reason IN ('own_address'));
UPDATE transactions SET handed_over_at = updated_at
  WHERE status = 'processing' AND kind IN ('send', 'withdraw');
