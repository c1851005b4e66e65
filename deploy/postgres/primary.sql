-- For the primary, once: psql -d postgres -f primary.sql. The standby gets all of it.
CREATE ROLE zesto_owner LOGIN;
CREATE ROLE zesto LOGIN;
CREATE DATABASE zesto OWNER zesto_owner ENCODING 'UTF8' TEMPLATE template0;
-- HAProxy's check (deploy/haproxy.cfg) logs in as this role, without a password. It reads PostgreSQL's statistics, running statements among them, and
-- no table of the wallet.
CREATE ROLE zesto_check LOGIN CONNECTION LIMIT 10;
GRANT pg_read_all_stats TO zesto_check;
