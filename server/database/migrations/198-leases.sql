-- Which server does a piece of repeated work. Times are of the database's clock, which all servers share.
CREATE TABLE leases (
  name text PRIMARY KEY,
  holder uuid NOT NULL,
  until timestamptz NOT NULL
);
