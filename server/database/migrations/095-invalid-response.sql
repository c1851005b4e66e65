-- A failure code of attached flow traces was renamed: MISFIT is INVALID_RESPONSE.
UPDATE tickets SET flow_record = replace(flow_record::text, '"MISFIT"', '"INVALID_RESPONSE"')::jsonb WHERE flow_record::text LIKE '%"MISFIT"%';
