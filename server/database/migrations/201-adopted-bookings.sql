-- `adopted`: what left for a payment by a transaction that was signed elsewhere is the float's again, because the payment has its own entries.
ALTER TABLE treasury_bookings DROP CONSTRAINT treasury_bookings_reason_check;
ALTER TABLE treasury_bookings ADD CONSTRAINT treasury_bookings_reason_check
  CHECK (reason IN ('opening', 'refill', 'dust', 'credit', 'unexplained', 'manual', 'adopted'));
