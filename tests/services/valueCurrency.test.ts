import { beforeEach, expect, test } from 'vitest';
import { createLocalStore } from '../../src/services/core/storage.ts';
import {
  keepCurrencyRates,
  keepValueCurrency,
  readValueCurrency,
} from '../../src/services/shell/valueCurrency.ts';

const store = createLocalStore();
const now = Date.parse('2026-11-20T09:00:00.000Z');
const euro = { currency: 'EUR', rate: '0.92', since: '2026-11-19T09:00:00.000Z' };

beforeEach(() => store.remove('value_currency'));

test('what was chosen is there at the next visit, with its rate', () => {
  keepValueCurrency(store, { chosen: 'EUR', rates: [euro] });
  expect(readValueCurrency(store, now)).toEqual({ chosen: 'EUR', rates: [euro] });
});

test('newer rates leave the choice as it is stored, whichever tab is told them', () => {
  keepValueCurrency(store, { chosen: 'EUR', rates: null });
  keepCurrencyRates(store, [euro]);
  expect(readValueCurrency(store, now)).toEqual({ chosen: 'EUR', rates: [euro] });
  store.remove('value_currency');
  keepCurrencyRates(store, [euro]);
  expect(readValueCurrency(store, now)).toEqual({ chosen: 'USDT', rates: [euro] });
});

test('a rate that is a week old is forgotten, and the choice is not', () => {
  keepValueCurrency(store, { chosen: 'EUR', rates: [euro] });
  const week = 7 * 86_400_000;
  expect(readValueCurrency(store, Date.parse(euro.since) + week)).toEqual({ chosen: 'EUR', rates: null });
});

test.each([
  ['nothing', null],
  ['no JSON', '{"chosen":'],
  ['another currency', '{"chosen":"GBP","rates":null}'],
  ['a rate that is no decimal', JSON.stringify({ chosen: 'EUR', rates: [{ ...euro, rate: '1e9' }] })],
  ['a rate of 200 digits', JSON.stringify({ chosen: 'EUR', rates: [{ ...euro, rate: '9'.repeat(200) }] })],
  ['rates without an end', JSON.stringify({ chosen: 'EUR', rates: Array(11).fill(euro) })],
])('%s is USDT', (_, text) => {
  if (text !== null) store.write('value_currency', text);
  expect(readValueCurrency(store, now)).toEqual({ chosen: 'USDT', rates: null });
});

test.each(['0', '-1'])('a kept rate of %s is none', (rate) => {
  store.write('value_currency', JSON.stringify({ chosen: 'EUR', rates: [{ ...euro, rate }] }));
  expect(readValueCurrency(store, now)).toEqual({ chosen: 'EUR', rates: null });
});
