import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { walletViewMachine } from '../../src/machines/wallet/walletViewMachine.ts';
import { expectSound } from '../support/paths.ts';

test('every state is reached and can be left', () => {
  expectSound(walletViewMachine, {
    input: undefined,
    events: [
      { type: 'order.chosen', order: { column: 'token', direction: 'ascending' } },
      { type: 'search.changed', search: 'zst' },
      { type: 'part.opened', part: 'pending' },
      { type: 'part.closed' },
    ],
    answers: {},
    distinguish: ({ context }) => context,
  });
});

test('the dearest token stands first, until a person says otherwise', () => {
  const actor = createActor(walletViewMachine).start();
  expect(actor.getSnapshot().context.order).toEqual({ column: 'value', direction: 'descending' });
  actor.send({ type: 'order.chosen', order: { column: 'change', direction: 'ascending' } });
  actor.send({ type: 'search.changed', search: 'st' });
  expect(actor.getSnapshot().context).toMatchObject({
    order: { column: 'change', direction: 'ascending' },
    search: 'st',
  });
});

test('one part is open at a time, and closing it keeps order and search', () => {
  const actor = createActor(walletViewMachine).start();
  actor.send({ type: 'search.changed', search: 'st' });
  actor.send({ type: 'part.opened', part: 'frozen' });
  expect(actor.getSnapshot().can({ type: 'part.opened', part: 'pending' })).toBe(false);
  expect(actor.getSnapshot().context.part).toBe('frozen');
  actor.send({ type: 'part.closed' });
  expect(actor.getSnapshot().matches('overview')).toBe(true);
  expect(actor.getSnapshot().context.search).toBe('st');
});
