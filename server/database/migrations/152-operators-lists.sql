-- Which operator decided, so that another one is told who was first. Names, as in the log. Null for what was decided before, and by nobody of them.
ALTER TABLE users ADD COLUMN kyc_decided_by text;
ALTER TABLE kyc_documents ADD COLUMN decided_by text;

-- Lists of operators go on behind a line: each part of one is read from its index.
CREATE INDEX users_kyc_submitted ON users (kyc_status, kyc_submitted_at, id) WHERE kyc_submitted_at IS NOT NULL;
DROP INDEX users_kyc_pending;
