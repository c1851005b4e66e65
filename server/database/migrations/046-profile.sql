ALTER TABLE users
  ADD COLUMN gender text,
  ADD COLUMN address text,
  ADD COLUMN city text,
  ADD COLUMN zip_code text,
  ADD COLUMN kyc_status text NOT NULL DEFAULT 'notStarted'
    CHECK (kyc_status IN ('notStarted', 'inProgress', 'pending', 'approved', 'rejected', 'expired')),
  ADD COLUMN kyc_submitted_at timestamptz,
  ADD COLUMN kyc_expires_at timestamptz;

-- What waits for a decision, oldest first.
CREATE INDEX users_kyc_pending ON users (kyc_submitted_at) WHERE kyc_status = 'pending';
CREATE INDEX users_kyc_ends ON users (kyc_expires_at) WHERE kyc_status = 'approved';
