import type { Exchange, ExchangeQuote } from '../../contract/exchange.ts';

/** When the quotes of the tests are over, in milliseconds of a clock that starts at 0. */
export const quoteLife = 60_000;

/** 10 ZST for 12 USDT, good for a minute after `at`. */
export function exchangeQuote(id: string, at = 0, more: Partial<ExchangeQuote> = {}): ExchangeQuote {
  return {
    id,
    from: 'ZST',
    to: 'USDT',
    pay: '10',
    receive: '12',
    rate: '1.2',
    fee: { amount: '0.02', token: 'ZST' },
    minimum: '1',
    maximum: '1000',
    expires_at: new Date(at + quoteLife).toISOString(),
    ...more,
  };
}

export const exchangeDone: Exchange = {
  id: 'exchange-1',
  status: 'completed',
  from: 'ZST',
  to: 'USDT',
  pay: '10',
  receive: '12',
  rate: '1.2',
  fee: { amount: '0.02', token: 'ZST' },
  created_at: '1970-01-01T00:00:10.000Z',
  completed_at: '1970-01-01T00:00:10.000Z',
};
