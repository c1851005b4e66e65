import { describe, expect, test } from 'vitest';
import { type AnyEventObject, createActor, SimulatedClock, setup } from 'xstate';
import type { ListedToken } from '../../contract/catalogue.ts';
import { CallError } from '../../contract/failure.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import { type TokenChoice, tokenChoiceMachine } from '../../src/machines/wallet/tokenChoiceMachine.ts';
import { catalogueMachine, tokensArea } from '../../src/machines/wallet/tokensArea.ts';
import {
  readTokensQuery,
  tokensAddress,
  tokensKey,
  tokensProblem,
} from '../../src/machines/wallet/tokensQuery.ts';
import { tokensViewMachine } from '../../src/machines/wallet/tokensViewMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { shown } from '../support/areas.ts';
import { expectSound } from '../support/paths.ts';

describe('the query of an address', () => {
  test.each([
    ['', '', '', null],
    ['?q=usdt', 'usdt', 'q=usdt', null],
    ['?q=%20usd%20coin%20', 'usd coin', 'q=usd+coin', null],
    ['?token=ZST&q=&q=ZST', '', '', null],
    [`?q=${'x'.repeat(199)}`, 'x'.repeat(199), `q=${'x'.repeat(199)}`, null],
    [`?q=${'x'.repeat(200)}`, 'x'.repeat(200), null, 'too_long'],
    ['?q=a%00b', 'a\0b', null, 'characters'],
  ])('%s looks for "%s"', (search, query, key, problem) => {
    expect(readTokensQuery(search)).toBe(query);
    expect(tokensKey(query)).toBe(key);
    expect(tokensProblem(query)).toBe(problem);
  });

  test('has one address', () => {
    expect(tokensAddress('')).toBe('/add-token');
    expect(tokensAddress('a b&c')).toBe('/add-token?q=a+b%26c');
  });
});

describe('the choice', () => {
  const add: TokenChoice = { symbol: 'LINK', isShown: true };
  const machine = tokenChoiceMachine.provide({ actions: { report: () => {} } });

  test('every state is reached and can be left, and a hanging call has a way out', () => {
    expectSound(machine, {
      input: undefined,
      events: [{ type: 'choice.made', choice: add }, { type: 'undo.requested' }, { type: 'screen.shown' }],
      answers: { showToken: { done: [undefined], error: [new CallError(failure('BALANCE_NOT_ZERO'))] } },
      distinguish: ({ context }) => context,
    });
  });

  function start() {
    const clock = new SimulatedClock();
    const call = manualCall<void, TokenChoice>();
    const reports: AnyEventObject[] = [];
    const actor = createActor(
      tokenChoiceMachine.provide({
        actors: { showToken: call.logic },
        actions: { report: () => reports.push({ type: 'tokens.changed' }) },
      }),
      { clock },
    ).start();
    return { actor, clock, call, reports, inputs: () => call.calls.map(({ input }) => input) };
  }

  test('is sent once, reported, and taken back by its opposite', async () => {
    const { actor, call, reports, inputs } = start();
    actor.send({ type: 'choice.made', choice: add });
    actor.send({ type: 'choice.made', choice: add });
    expect(inputs()).toEqual([add]);
    expect(actor.getSnapshot().can({ type: 'undo.requested' })).toBe(false);
    call.last().answer();
    await settled();
    expect(reports).toEqual([{ type: 'tokens.changed' }]);
    actor.send({ type: 'undo.requested' });
    expect(inputs()).toEqual([add, { symbol: 'LINK', isShown: false }]);
    expect(actor.getSnapshot().context.isUndo).toBe(true);
  });

  test('that is refused says why, and cannot be undone', async () => {
    const { actor, call } = start();
    actor.send({ type: 'choice.made', choice: { symbol: 'ZST', isShown: false } });
    call.last().fail('BALANCE_NOT_ZERO');
    await settled();
    expect(actor.getSnapshot().value).toBe('failed');
    expect(actor.getSnapshot().context.failure?.code).toBe('BALANCE_NOT_ZERO');
    expect(actor.getSnapshot().can({ type: 'undo.requested' })).toBe(false);
    actor.send({ type: 'screen.shown' });
    expect(actor.getSnapshot().value).toBe('resting');
  });

  test('that hangs for ten seconds may be made again', () => {
    const { actor, clock, inputs } = start();
    actor.send({ type: 'choice.made', choice: add });
    clock.increment(9_999);
    expect(actor.getSnapshot().hasTag('slow')).toBe(false);
    clock.increment(1);
    actor.send({ type: 'choice.made', choice: add });
    expect(inputs()).toEqual([add, add]);
  });
});

describe('the view', () => {
  test('every state is reached and can be left', () => {
    const nobody = () => {};
    const alone = tokensViewMachine.provide({
      actions: { requestTyped: nobody, requestChosen: nobody, requestCleared: nobody, request: nobody },
    });
    expectSound(alone, {
      input: { search: '' },
      events: [
        { type: 'filter.typed', name: 'q', value: 'zst' },
        { type: 'address.shown', search: '?q=zst' },
      ],
      answers: {},
      distinguish: ({ context }) => context,
    });
  });
});

describe('the area', () => {
  function start(search = '') {
    const clock = new SimulatedClock();
    const read = manualCall<Loaded<readonly ListedToken[]>, ReadRequest>();
    const change = manualCall<void, TokenChoice>();
    const reports: AnyEventObject[] = [];
    const logic = tokensArea.provide({
      actors: {
        catalogue: catalogueMachine.provide({ actors: { load: read.logic } }),
        tokenChoice: tokenChoiceMachine.provide({ actors: { showToken: change.logic } }),
      },
    });
    const parent = createActor(
      setup({ types: { events: {} as AnyEventObject }, actors: { logic } }).createMachine({
        invoke: {
          id: 'area',
          src: 'logic',
          input: { now: () => clock.now(), shown: shown('addToken', 'tokens', search) },
        },
        on: { '*': { actions: ({ event }) => reports.push(event) } },
      }),
      { clock },
    ).start();
    const area = parent.getSnapshot().children.area;
    if (!area) throw new Error('the area was not started');
    const { tokensView, tokenChoice } = area.getSnapshot().children;
    if (!tokensView || !tokenChoice) throw new Error('the flows were not started');
    return { area, tokensView, tokenChoice, clock, read, change, reports };
  }

  test('reads what the address says, and asks for the address of what is typed after 350 ms', () => {
    const { area, tokensView, clock, read, reports } = start('?q=usdt');
    expect(read.last().input.key).toBe('q=usdt');
    tokensView.send({ type: 'filter.typed', name: 'q', value: ' link ' });
    clock.increment(349);
    expect(reports).toEqual([]);
    clock.increment(1);
    expect(reports).toEqual([{ type: 'address.requested', to: '/add-token?q=link' }]);
    area.send(shown('addToken', 'tokens', '?q=link'));
    expect(read.last().input.key).toBe('q=link');
    // The space at the end stays in the field, because another word may follow.
    expect(tokensView.getSnapshot().context).toEqual({ query: 'link', typed: { q: ' link ' }, display: {} });
  });

  test('a second token that is added while the list is read for the first one is in the list', async () => {
    const { area, read } = start();
    const arrives = async () => {
      read.last().answer({ data: [], loadedAt: 0 });
      await settled();
    };
    await arrives();
    area.send({ type: 'balances.changed' });
    area.send({ type: 'balances.changed' });
    await arrives();
    expect(read.calls.map(({ input }) => input.fresh)).toEqual([false, true, true]);
  });

  test('an undo outlives another search, not another visit', async () => {
    const { area, tokenChoice, change, reports } = start();
    tokenChoice.send({ type: 'choice.made', choice: { symbol: 'LINK', isShown: true } });
    change.last().answer();
    await settled();
    expect(reports).toEqual([{ type: 'tokens.changed' }]);
    area.send(shown('addToken', 'tokens', '?q=link'));
    expect(tokenChoice.getSnapshot().value).toBe('chosen');
    area.send(shown('addToken', 'tokens', '?q=link'));
    expect(tokenChoice.getSnapshot().value).toBe('resting');
  });
});
