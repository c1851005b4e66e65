-- The most that leaves the house at once before its person's identity is verified, in minor units.
ALTER TABLE tokens ADD COLUMN unverified numeric(100, 0);
UPDATE tokens SET unverified = CASE symbol
  WHEN 'ZST' THEN 20000000000000000000000
  WHEN 'STO' THEN 1500000000000000000000
  WHEN 'USDT' THEN 5000000000
  ELSE greatest(minimum, floor(maximum / 200))
END;
ALTER TABLE tokens ALTER COLUMN unverified SET NOT NULL;
