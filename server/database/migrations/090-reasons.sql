-- Reasons are codes of lists in the contract, each with its sentence in every language; what somebody typed stands beside the code.
-- A document's reason keeps the typed text; rows from before this have nothing else.
ALTER TABLE kyc_documents ADD COLUMN reason_code text;
ALTER TABLE kyc_documents DROP CONSTRAINT kyc_documents_check;
ALTER TABLE kyc_documents ADD CONSTRAINT kyc_documents_reason
  CHECK ((status = 'rejected') = (reason IS NOT NULL OR reason_code IS NOT NULL));

-- The contract holds the list; the database only the form of a code.
ALTER TABLE transactions DROP CONSTRAINT transactions_reason;
ALTER TABLE transactions ADD CONSTRAINT transactions_reason CHECK (reason ~ '^[a-z_]{1,40}$');

-- Of a freeze that stands.
ALTER TABLE users ADD COLUMN frozen_reason text;
ALTER TABLE users ADD COLUMN frozen_note text;
