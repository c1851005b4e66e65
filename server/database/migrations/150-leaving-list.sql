-- What waits to leave, in the order in which operators decide on it: a page of the list reads as many entries as it shows.
CREATE INDEX transactions_leaving ON transactions (status, created_at, id)
  WHERE status IN ('pending', 'processing') AND kind IN ('send', 'withdraw');
