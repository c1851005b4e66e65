-- Units of gas that a payment over a chain took: what fees are quoted by. Emptied with the block that it was mined in.
ALTER TABLE outgoing_payments ADD COLUMN gas_used numeric(30, 0);
CREATE INDEX outgoing_payments_measured ON outgoing_payments (chain, token, ended_at DESC) WHERE outcome = 'confirmed' AND gas_used IS NOT NULL;
