import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { AddressBook } from '../../contract/addressBook.ts';
import type { DepositAddress } from '../../contract/addresses.ts';
import type { ListedToken } from '../../contract/catalogue.ts';
import type { Page } from '../../contract/paging.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { TicketSummary } from '../../contract/support.ts';
import type { Transaction } from '../../contract/transactions.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import {
  paletteAddressesMachine,
  paletteArea,
  paletteBookMachine,
  paletteFoundMachine,
  paletteRecentMachine,
  paletteTicketsMachine,
  paletteTokensMachine,
} from '../../src/machines/shell/paletteArea.ts';
import { paletteKeys } from '../../src/machines/shell/paletteKeys.ts';
import { type PalettePart, paletteMachine } from '../../src/machines/shell/paletteMachine.ts';
import { manualCall, settled } from '../support/actors.ts';
import { shown, signedInInput, signedInWith } from '../support/areas.ts';
import { paymentDone } from '../support/moneyFlow.ts';
import { expectSound } from '../support/paths.ts';

test.each(['commands', 'shortcuts', null] as const)(
  'from %s every state is reached and can be left',
  (part) => {
    expectSound(paletteMachine, {
      input: { part },
      events: [
        { type: 'part.asked', part: 'commands' },
        { type: 'part.asked', part: 'shortcuts' },
        { type: 'query.typed', query: 'wallet' },
        { type: 'closed' },
      ],
      answers: {},
      distinguish: ({ context }) => [context.query, context.asked],
    });
  },
);

test('the same key opens and closes, and what was typed does not come back', () => {
  const actor = createActor(paletteMachine, { input: { part: 'commands' } }).start();
  actor.send({ type: 'query.typed', query: 'wallet' });
  actor.send({ type: 'part.asked', part: 'shortcuts' });
  expect(actor.getSnapshot().value).toBe('shortcuts');
  actor.send({ type: 'part.asked', part: 'commands' });
  expect(actor.getSnapshot().context.query).toBe('');
  actor.send({ type: 'part.asked', part: 'commands' });
  expect(actor.getSnapshot().value).toBe('closed');
});

describe('over a screen', () => {
  function start() {
    const tokens = manualCall<Loaded<readonly ListedToken[]>, ReadRequest>();
    const toasts = createActor(toastsMachine, { input: { now: () => 0 } });
    const signedIn = createActor(
      signedInWith({
        palette: paletteArea.provide({
          actors: { paletteTokens: paletteTokensMachine.provide({ actors: { load: tokens.logic } }) },
        }),
      }),
      { input: signedInInput(() => 0, toasts) },
    ).start();
    signedIn.send(shown('wallet', null));
    const ask = async (part: PalettePart) => {
      signedIn.send({ type: 'palette.requested', part });
      await settled();
    };
    const palette = () => signedIn.getSnapshot().context.areas.palette?.getSnapshot().children.palette;
    return { signedIn, tokens, ask, isOpen: () => palette()?.getSnapshot().value };
  }

  test('it opens as asked, reads the tokens once, and goes when another screen comes', async () => {
    const { signedIn, tokens, ask, isOpen } = start();
    await ask('shortcuts');
    expect(isOpen()).toBe('shortcuts');
    await ask('commands');
    expect(isOpen()).toEqual({ commands: 'asked' });
    expect(tokens.calls).toHaveLength(1);
    signedIn.send(shown('notFound', null));
    expect(isOpen()).toBe('closed');
  });

  test.each([
    ['the page has another query', { type: 'screen.shown' as const, search: '?tab=send' }],
    ['a part of the page is loaded', { type: 'area.requested' as const, search: '' }],
  ])('it stays open, also while its code is loaded, when %s', async (_, { type, search }) => {
    const { signedIn, isOpen } = start();
    const tell = () => {
      const news = { ...shown('wallet', type === 'area.requested' ? 'portfolio' : null, search) };
      signedIn.send(type === 'area.requested' ? { type, shown: news } : news);
    };
    signedIn.send({ type: 'palette.requested', part: 'commands' });
    tell();
    await settled();
    expect(isOpen()).toEqual({ commands: 'asked' });
    tell();
    expect(isOpen()).toEqual({ commands: 'asked' });
  });

  test('it does not open after the person went to another page before its code was loaded', async () => {
    const { signedIn, isOpen } = start();
    signedIn.send({ type: 'palette.requested', part: 'commands' });
    signedIn.send(shown('notFound', null));
    await settled();
    expect(isOpen()).toBe('closed');
  });
});

const pageOf = (id: string): Page<Transaction> => ({
  data: [{ ...paymentDone, id }],
  meta: { page: 1, per_page: 5, total: 1 },
});

describe('what is typed', () => {
  function start() {
    const clock = new SimulatedClock();
    const calls = {
      found: manualCall<Loaded<Page<Transaction>>, ReadRequest>(),
      recent: manualCall<Loaded<Page<Transaction>>, ReadRequest>(),
      book: manualCall<Loaded<AddressBook>, ReadRequest>(),
      tickets: manualCall<Loaded<Page<TicketSummary>>, ReadRequest>(),
      addresses: manualCall<Loaded<readonly DepositAddress[]>, ReadRequest>(),
    };
    const tokens = manualCall<Loaded<readonly ListedToken[]>, ReadRequest>();
    const actor = createActor(
      paletteArea.provide({
        actors: {
          paletteTokens: paletteTokensMachine.provide({ actors: { load: tokens.logic } }),
          paletteFound: paletteFoundMachine.provide({ actors: { load: calls.found.logic } }),
          paletteRecent: paletteRecentMachine.provide({ actors: { load: calls.recent.logic } }),
          paletteBook: paletteBookMachine.provide({ actors: { load: calls.book.logic } }),
          paletteTickets: paletteTicketsMachine.provide({ actors: { load: calls.tickets.logic } }),
          paletteAddresses: paletteAddressesMachine.provide({ actors: { load: calls.addresses.logic } }),
        },
      }),
      { input: { now: () => 0, shown: shown('wallet', 'palette') }, clock },
    ).start();
    const { palette, paletteFound } = actor.getSnapshot().children;
    return {
      clock,
      calls,
      type: (query: string) => palette?.send({ type: 'query.typed', query }),
      close: () => palette?.send({ type: 'closed' }),
      found: () => paletteFound?.getSnapshot().context,
      counts: () => Object.values(calls).map((each) => each.calls.length),
    };
  }

  test('nothing is read before somebody types, nor for every letter', () => {
    const it = start();
    for (const query of ['a', 'al', 'ali']) {
      it.type(query);
      it.clock.increment(199);
    }
    expect(it.counts()).toEqual([0, 0, 0, 0, 0]);
    it.clock.increment(1);
    expect(it.counts()).toEqual([1, 0, 1, 1, 1]);
    expect(it.calls.found.last().input).toMatchObject({ key: 'q=ali&per_page=5' });
  });

  test('an answer to what was typed before never comes after a newer one, and closing ends what is read', async () => {
    const it = start();
    it.type('alice');
    it.clock.increment(200);
    it.type('bob');
    it.clock.increment(200);
    expect(it.calls.found.at(0).signal.aborted).toBe(true);
    it.calls.found.at(1).answer({ data: pageOf('bob'), loadedAt: 0 });
    await settled();
    it.calls.found.at(0).answer({ data: pageOf('alice'), loadedAt: 0 });
    await settled();
    expect(it.found()).toMatchObject({ data: pageOf('bob'), dataKey: 'q=bob&per_page=5' });
    // The lists that are looked through here are read once for both.
    expect(it.counts()).toEqual([2, 0, 1, 1, 1]);
    it.close();
    expect(it.calls.book.last().signal.aborted).toBe(true);
    expect(it.found()?.key).toBeNull();
  });

  test.each([
    ['', [null, null, null]],
    ['a', [null, null, '']],
    ['100', ['q=100&per_page=5', 'per_page=100', '']],
    ['1 000,5', ['q=1+000%2C5&per_page=5', 'per_page=100', '']],
    ['1,250.75', ['q=1%2C250.75&per_page=5', 'per_page=100', '']],
    ['0xfB69&page=9', ['q=0xfB69%26page%3D9&per_page=5', null, '']],
    ['x'.repeat(10_000), [null, null, '']],
    ['a\u0000b', [null, null, '']],
  ])('"%s" is asked by %s', (query, keys) => {
    const { found, recent, book } = paletteKeys(query);
    expect([found, recent, book]).toEqual(keys);
  });
});
