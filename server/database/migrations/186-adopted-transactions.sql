-- Signed elsewhere with the hot wallet's key and taken for the payment, because it was mined and paid it: its call may be another one than ours.
ALTER TABLE outgoing_transactions ADD COLUMN is_adopted boolean NOT NULL DEFAULT false;
