import { expect, test } from 'vitest';
import { type KeptCurrency, shownRate } from '../../src/machines/shell/currencyMachine.ts';
import { currencyActor } from '../support/currency.ts';

const euro = { currency: 'EUR', rate: '0.92', since: '2026-11-20T09:00:00.000Z' };
const rouble = { currency: 'RUB', rate: '80', since: '2026-11-20T09:00:00.000Z' };

function start(kept?: KeptCurrency) {
  const all: Partial<KeptCurrency>[] = [];
  const actor = currencyActor(kept, (next) => all.push(next));
  return { actor, all, now: () => actor.getSnapshot().context };
}

test('a choice is kept with the rates that are known, and shown by its own; rates are kept without a choice', () => {
  const { actor, all, now } = start();
  actor.send({ type: 'currencies.told', rates: [euro, rouble] });
  actor.send({ type: 'currency.chosen', currency: 'RUB' });
  expect(shownRate(now())).toEqual(rouble);
  expect(all).toEqual([{ rates: [euro, rouble] }, { chosen: 'RUB', rates: [euro, rouble] }]);
});

test('what was kept is shown before anything is told, and goes when the rate is not known any more', () => {
  const { actor, now } = start({ chosen: 'EUR', rates: [euro] });
  expect(shownRate(now())).toEqual(euro);
  actor.send({ type: 'currencies.told', rates: [{ ...euro, rate: '0.93' }] });
  expect(shownRate(now())?.rate).toBe('0.93');
  actor.send({ type: 'currencies.told', rates: [] });
  expect([now().chosen, shownRate(now())]).toEqual(['EUR', null]);
});

test('rates that are told again as they were change nothing, and are not written again', () => {
  const { actor, all, now } = start({ chosen: 'EUR', rates: [euro] });
  const before = now();
  actor.send({ type: 'currencies.told', rates: [{ ...euro }] });
  expect(now()).toBe(before);
  expect(all).toEqual([]);
});

test('in USDT nothing is converted', () => {
  expect(shownRate({ chosen: 'USDT', rates: [euro] })).toBeNull();
});
