-- The public key (P-256, SubjectPublicKeyInfo) of the device that a session is bound to; null for one that is not.
ALTER TABLE sessions ADD COLUMN device_key bytea;
