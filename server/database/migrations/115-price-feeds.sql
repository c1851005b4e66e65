-- Prices that a feed on a chain tells. A feed's price is believed until `good_until`, whatever the age at which others are too old.
ALTER TABLE rates DROP CONSTRAINT rates_set_by;
ALTER TABLE rates ADD CONSTRAINT rates_set_by CHECK (set_by IN ('market', 'operator', 'feed'));
ALTER TABLE rates ADD COLUMN good_until timestamptz;
ALTER TABLE rates ADD CONSTRAINT rates_good_until CHECK ((set_by = 'feed') = (good_until IS NOT NULL));

-- The feeds of the settings, and the round of each that was believed last: as the contract told it, `updated_at` in seconds. None before
-- the first, and after an operator's price: then the feed is judged anew. Nothing is exchanged by the pair of one that is stopped.
CREATE TABLE price_feeds (
  pair text PRIMARY KEY,
  chain text NOT NULL,
  contract text NOT NULL,
  decimals int,
  round numeric(30, 0),
  answer numeric(80, 0),
  updated_at bigint,
  stopped_at timestamptz,
  reason text,
  CHECK ((round IS NULL) = (decimals IS NULL) AND (round IS NULL) = (answer IS NULL) AND (round IS NULL) = (updated_at IS NULL)),
  CHECK ((stopped_at IS NULL) = (reason IS NULL))
);

-- The chain's own coin has a price, and is no token.
ALTER TABLE price_rules DROP CONSTRAINT price_rules_token_fkey;
