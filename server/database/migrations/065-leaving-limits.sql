-- About 5,000 USDT of a token, as the house knew it when it listed it: what leaves is valued by it while no price is known.
ALTER TABLE tokens RENAME COLUMN unverified TO reference_amount;

-- What it was worth when it was asked for, in minor units of USDT; null for what does not leave the house. Sums of it are limited.
ALTER TABLE transaction_quotes ADD COLUMN value numeric(100, 0);
ALTER TABLE transactions ADD COLUMN value numeric(100, 0);
UPDATE transactions SET value = (
    SELECT ceil(coalesce(
      transactions.amount * CASE WHEN transactions.token = 'USDT' THEN 1 ELSE (
        SELECT rate FROM rates WHERE pair = transactions.token || '/USDT' AND at <= transactions.created_at
        ORDER BY at DESC LIMIT 1
      ) END * 1000000 / power(10::numeric, tokens.decimals),
      transactions.amount * 5000000000 / tokens.reference_amount
    )) FROM tokens WHERE tokens.symbol = transactions.token
  )
  WHERE kind IN ('send', 'withdraw') AND status NOT IN ('failed', 'cancelled') AND created_at > now() - interval '31 days'
    AND NOT EXISTS (SELECT 1 FROM deposit_addresses WHERE address = counterparty);

CREATE INDEX transactions_left ON transactions (user_id, created_at) WHERE value IS NOT NULL;
