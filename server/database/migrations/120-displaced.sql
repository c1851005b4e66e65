-- The hash of a transaction that was signed elsewhere with the hot wallet's key and has taken the number (nonce) of this one, which can
-- never be mined: its payment has got another number.
ALTER TABLE outgoing_transactions ADD COLUMN displaced_by text;
