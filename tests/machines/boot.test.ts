import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import { createBootMachine, selectPage } from '../../src/machines/shell/bootMachine.ts';
import { createPageMachine, type PageAddress } from '../../src/machines/shell/pageMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { expectSound } from '../support/paths.ts';

const login = { page: 'login', layout: 'signedOut' } as const;
const wallet = { page: 'wallet', layout: 'signedIn' } as const;
const support = { page: 'support', layout: 'signedIn' } as const;
const lost = [new CallError(failure('NETWORK'))];

test('every state of a page is reached, and a failure can be left', () => {
  expectSound(
    createPageMachine<string>().provide({ actions: { reportLoaded: () => {} } }),
    {
      input: { ...login, before: null },
      events: [{ type: 'page.retried' }],
      answers: { loadPage: { done: ['parts'], error: lost } },
    },
    ['page.ready'],
  );
});

test('every state of the boot is reached, and nothing that never answers holds it up', () => {
  const page = createPageMachine<string>().provide({
    actors: { loadPage: manualCall<string, PageAddress>().logic },
  });
  expectSound(
    createBootMachine<string>().provide({ actors: { page } }),
    {
      input: undefined,
      events: [
        { type: 'page.requested', ...login },
        { type: 'page.requested', ...wallet },
        { type: 'page.loaded', layout: 'signedOut', parts: 'login' },
      ],
      answers: {
        readFigures: { done: [undefined], error: lost },
        awaitPaint: { done: [undefined], error: lost },
        awaitIdle: { done: [undefined], error: lost },
      },
      distinguish: ({ context: { pages, layout } }) => [Object.keys(pages).sort(), layout],
    },
    ['boot.shown.idle'],
  );
});

function start() {
  const clock = new SimulatedClock();
  const load = manualCall<string, PageAddress>();
  const figures = manualCall<void, void>();
  const paint = manualCall<void, void>();
  const idle = manualCall<void, void>();
  const actor = createActor(
    createBootMachine<string>().provide({
      actors: {
        page: createPageMachine<string>().provide({ actors: { loadPage: load.logic } }),
        readFigures: figures.logic,
        awaitPaint: paint.logic,
        awaitIdle: idle.logic,
      },
    }),
    { clock },
  ).start();
  const request = (address: PageAddress) => actor.send({ type: 'page.requested', ...address });
  const has = (tag: 'shown' | 'idle') => actor.getSnapshot().hasTag(tag);
  const page = (address: PageAddress) => selectPage(actor.getSnapshot(), address)?.getSnapshot();
  const asked = () => load.calls.map(({ input: { page, layout } }) => `${layout}/${page}`);
  const answer = async (call: { answer: () => void }) => {
    call.answer();
    await settled();
  };
  /** From the first page's request until it stands. */
  const stand = async (address: PageAddress) => {
    request(address);
    load.last().answer(address.page);
    await settled();
    await answer(figures.last());
    await answer(paint.last());
  };
  return { clock, load, figures, paint, idle, request, has, page, asked, answer, stand };
}

test('the first page stands when its figures have been read and painted', async () => {
  const { load, figures, paint, request, has, answer } = start();
  request(login);
  expect(figures.calls).toHaveLength(0);
  load.last().answer('login');
  await settled();
  expect(paint.calls).toHaveLength(0);
  await answer(figures.last());
  expect(has('shown')).toBe(false);
  await answer(paint.last());
  expect(has('shown')).toBe(true);
});

test('figures that do not come keep the rest waiting for ten seconds', async () => {
  const { clock, load, request, has } = start();
  request(wallet);
  load.last().answer('wallet');
  await settled();
  clock.increment(9_999);
  expect(has('shown')).toBe(false);
  clock.increment(1);
  expect(has('shown')).toBe(true);
});

test('a session that ended meanwhile leaves nothing to wait for', async () => {
  const { load, figures, paint, request } = start();
  request(wallet);
  load.last().answer('wallet');
  await settled();
  figures.last().fail('UNAUTHENTICATED');
  await settled();
  expect(paint.calls).toHaveLength(1);
});

test('a first page whose code does not come lets nothing else load, until it is asked for again', async () => {
  const { clock, load, figures, request, has, page, asked } = start();
  request(login);
  load.last().fail('NETWORK');
  await settled();
  clock.increment(60_000);
  expect(page(login)?.value).toBe('failed');
  expect(has('shown')).toBe(false);
  expect(asked()).toEqual(['signedOut/login']);
  request(login);
  load.last().answer('login');
  await settled();
  expect(page(login)).toMatchObject({ value: 'ready', context: { parts: 'login' } });
  expect(figures.calls).toHaveLength(1);
});

test('a page that is there or on its way is not asked for again; one that hangs is, after thirty seconds', async () => {
  const { clock, load, request, asked } = start();
  request(login);
  request(login);
  clock.increment(29_999);
  expect(load.calls).toHaveLength(1);
  clock.increment(1);
  expect(asked()).toEqual(['signedOut/login', 'signedOut/login']);
  load.last().answer('login');
  await settled();
  request(login);
  clock.increment(60_000);
  expect(load.calls).toHaveLength(2);
});

test('two seconds after the first page stands, the browser’s rest brings the likely pages', async () => {
  const { clock, idle, has, asked, answer, stand } = start();
  await stand(wallet);
  clock.increment(1_999);
  expect(idle.calls).toHaveLength(0);
  clock.increment(1);
  expect(asked()).toEqual(['signedIn/wallet']);
  await answer(idle.last());
  expect(asked().slice(1)).toEqual(['signedIn/exchange', 'signedIn/transactions', 'signedIn/history']);
  expect({ idle: has('idle'), rests: idle.calls.length }).toEqual({ idle: true, rests: 1 });
});

test('a browser that never rests is not waited for longer than thirty seconds', async () => {
  const { clock, asked, stand } = start();
  await stand(login);
  clock.increment(2_000);
  clock.increment(29_999);
  expect(asked()).toEqual(['signedOut/login']);
  clock.increment(1);
  expect(asked()).toEqual(['signedOut/login', 'signedIn/wallet']);
});

test('whoever logs in has other places to go to', async () => {
  const { clock, idle, has, request, asked, answer, stand } = start();
  await stand(login);
  clock.increment(2_000);
  await answer(idle.last());
  expect(has('idle')).toBe(true);
  request(wallet);
  expect(has('idle')).toBe(false);
  clock.increment(2_000);
  await answer(idle.last());
  expect(asked().slice(2)).toEqual(['signedIn/exchange', 'signedIn/transactions', 'signedIn/history']);
});

test('the layout of a page that was there stands around the next one, and none around the first', async () => {
  const { request, page, stand } = start();
  await stand(wallet);
  request(support);
  request(login);
  expect(page(wallet)?.context.before).toBeNull();
  expect(page(support)?.context.before).toBe('wallet');
  expect(page(login)?.context.before).toBeNull();
});
