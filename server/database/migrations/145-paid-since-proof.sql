-- What the payments of a session that needed no proof of their own were worth together since its person last proved that they are there, in minor
-- units of USDT.
ALTER TABLE sessions ADD COLUMN paid_since numeric(100, 0) NOT NULL DEFAULT 0;
