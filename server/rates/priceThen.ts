import { valueToken } from '../../contract/tokens.ts';
import { pairOf } from '../core/pairs.ts';

/**
 * SQL of the last price in USDT of the token `token` at the moment `at`, both SQL themselves; null when none was known. Events are valued
 * by the same rule.
 */
export const priceThen = (token: string, at: string) => `
  CASE WHEN ${token} = '${valueToken.symbol}' THEN 1 ELSE
    (SELECT rate FROM rates WHERE pair = ${token} || '${pairOf('')}' AND rates.at <= ${at} ORDER BY rates.at DESC LIMIT 1)
  END`;
