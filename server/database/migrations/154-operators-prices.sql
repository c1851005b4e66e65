-- Which operator set or proposed a price and which one approved it; names, as in the log. Null for what was set before.
ALTER TABLE rates ADD COLUMN operator text;
ALTER TABLE rates ADD COLUMN approved_by text;
ALTER TABLE rates ADD CONSTRAINT rates_operator CHECK (operator IS NULL OR set_by = 'operator');

-- Among the prices of a market they are few.
CREATE INDEX rates_of_operators ON rates (pair, at) WHERE set_by = 'operator';
