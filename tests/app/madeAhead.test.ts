import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMachine } from 'xstate';
import { madeAhead, makeAheadFor } from '../../src/app/wiring/madeAhead.ts';
import type { Services } from '../../src/app/wiring/services.ts';
import { settled } from '../support/actors.ts';

/** What waits for the browser to be idle. */
let waiting: (() => void)[];
const rest = async () => {
  for (const callback of waiting.splice(0)) callback();
  await settled();
};
const servicesOf = () => ({}) as Services;

beforeEach(() => {
  waiting = [];
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => waiting.push(callback));
});
afterEach(() => void vi.unstubAllGlobals());

test('what was read ahead is made once, when the browser is idle', async () => {
  const services = servicesOf();
  makeAheadFor(services);
  const make = vi.fn((_: Services) => createMachine({}));
  const create = madeAhead(make);
  await settled();
  expect(make).not.toHaveBeenCalled();
  await rest();
  expect(make).toHaveBeenCalledTimes(1);
  expect(make.mock.calls[0]?.[0]).toBe(services);
  expect(create(services)).toBe(make.mock.results[0]?.value);
  expect(create(services)).toBe(create(services));
  expect(make).toHaveBeenCalledTimes(1);
});

test('what is needed before that is made at once, and not once more', async () => {
  const services = servicesOf();
  makeAheadFor(services);
  const make = vi.fn((_: Services) => createMachine({}));
  const logic = madeAhead(make)(services);
  await rest();
  expect(make).toHaveBeenCalledTimes(1);
  expect(make.mock.calls[0]?.[0]).toBe(services);
  expect(make.mock.results[0]?.value).toBe(logic);
});

test('another app has machines of its own', async () => {
  makeAheadFor(servicesOf());
  const make = vi.fn((_: Services) => createMachine({}));
  const create = madeAhead(make);
  await rest();
  const other = servicesOf();
  expect(create(other)).not.toBe(make.mock.results[0]?.value);
  expect(make.mock.calls.at(-1)?.[0]).toBe(other);
});
