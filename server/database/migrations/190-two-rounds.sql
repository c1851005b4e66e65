-- What arrives and what leaves have a round each: nothing tells any more that the one of before has come back.
DELETE FROM failed_attempts WHERE work = 'round' AND subject = 'settling';
