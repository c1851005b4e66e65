-- What the person of a session was last known by: the login that opened it, or the newest proof for a payment.
ALTER TABLE sessions ADD COLUMN proven_by text;
ALTER TABLE sessions ADD COLUMN proven_at timestamptz;

-- What a payment would be worth, in minor units of USDT; null where no price is known, and for quotes of before.
ALTER TABLE transaction_quotes ADD COLUMN worth numeric(100, 0);
-- Its time was made longer once, for a proof.
ALTER TABLE transaction_quotes ADD COLUMN is_extended boolean NOT NULL DEFAULT false;
