CREATE TABLE kyc_documents (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  type text NOT NULL
    CHECK (type IN ('passport', 'drivers_license', 'national_id', 'utility_bill', 'bank_statement', 'selfie')),
  status text NOT NULL CHECK (status IN ('uploaded', 'pending', 'approved', 'rejected')),
  reason text,
  file_id uuid NOT NULL UNIQUE REFERENCES files (id),
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, type),
  CHECK ((status = 'rejected') = (reason IS NOT NULL))
);
