-- For the monitor's database: psql -d pg_auto_failover -f monitor.sql. Milliseconds. A primary that does not answer is replaced after
-- node_considered_unhealthy_timeout + primary_demote_timeout, so that payments pause for 15 to 20 seconds. primary_demote_timeout has to be longer
-- than HAProxy needs to leave a primary without a standby (4 s), and than network_partition_timeout of the nodes.
ALTER SYSTEM SET pgautofailover.health_check_period = 1000;
ALTER SYSTEM SET pgautofailover.health_check_timeout = 1000;
ALTER SYSTEM SET pgautofailover.health_check_retry_delay = 500;
ALTER SYSTEM SET pgautofailover.node_considered_unhealthy_timeout = 5000;
ALTER SYSTEM SET pgautofailover.primary_demote_timeout = 8000;
SELECT pg_reload_conf();
