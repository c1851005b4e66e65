-- The network that a demo simulated is gone: its deposits that were on their way are ended at the demo's next start.
DROP TABLE embedded_payments;
