-- Whom a person has paid, by either half of the address: what differs from it in one character has the other half in common.
CREATE INDEX transactions_paid_first_half ON transactions (user_id, lower(left(counterparty, 22)))
  WHERE kind IN ('send', 'withdraw');
CREATE INDEX transactions_paid_last_half ON transactions (user_id, lower(right(counterparty, 20)))
  WHERE kind IN ('send', 'withdraw');
