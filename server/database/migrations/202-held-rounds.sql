-- The time of the round of this feed that is held, in seconds as the contract told it: a round from before it ends no hold.
ALTER TABLE price_feeds ADD COLUMN held_at bigint;
