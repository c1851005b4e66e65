-- How many confirmations a payment over a chain has, and how many it needs, from its first signature on.
ALTER TABLE outgoing_payments ADD COLUMN seen int CHECK (seen >= 0);
ALTER TABLE outgoing_payments ADD COLUMN needed int CHECK (needed > 0);
