-- Of some tokens nobody knows who issued them: that is no name of anybody.
ALTER TABLE tokens ALTER COLUMN issuer DROP NOT NULL;
