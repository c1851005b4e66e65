-- An exchange is found by the token that arrived, too. What arrived, and the rate, stand in exchanges, under the same id.
ALTER TABLE transactions ADD COLUMN received_token text;
UPDATE transactions SET received_token = exchanges.to_token FROM exchanges WHERE exchanges.id = transactions.id;
