-- The history of prices is the prices themselves. Who set one: what an operator sets stands for a while before a demo's market goes on.
ALTER TABLE rates ADD COLUMN set_by text NOT NULL DEFAULT 'market';
ALTER TABLE rates ADD CONSTRAINT rates_set_by CHECK (set_by IN ('market', 'operator'));
