-- Devices on which somebody has signed in, as the SHA-256 of what their cookie carries. One device may be several people's.
CREATE TABLE known_devices (
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (token_hash, user_id)
);

CREATE INDEX known_devices_of_user ON known_devices (user_id, last_used_at);
CREATE INDEX known_devices_by_use ON known_devices (last_used_at);

-- What a captcha was last asked to cost of a network address (hashed), so that the next challenge it gets is that dear.
CREATE TABLE captcha_prices (
  key text PRIMARY KEY,
  price int NOT NULL CHECK (price > 0),
  until timestamptz NOT NULL
);

CREATE INDEX captcha_prices_by_end ON captcha_prices (until);
