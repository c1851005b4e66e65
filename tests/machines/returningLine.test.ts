import { expect, test } from 'vitest';
import { type AnyEventObject, createActor, fromCallback, SimulatedClock } from 'xstate';
import type { Factors } from '../../contract/factors.ts';
import type { Article, Headline } from '../../contract/news.ts';
import type { Inbox } from '../../contract/notifications.ts';
import type { Page } from '../../contract/paging.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { OpenSession, SignInMethods } from '../../contract/security.ts';
import type { Ticket, TicketSummary } from '../../contract/support.ts';
import type { User } from '../../contract/user.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { kycArea } from '../../src/machines/kyc/kycArea.ts';
import { kycMachine } from '../../src/machines/kyc/kycMachine.ts';
import type { VerificationRead } from '../../src/machines/kyc/kycSteps.ts';
import {
  articleMachine,
  articleMarksMachine,
  newsArea,
  newsMachine,
} from '../../src/machines/news/newsArea.ts';
import { loginMethodsMachine } from '../../src/machines/profile/loginMethodsMachine.ts';
import { profileArea } from '../../src/machines/profile/profileArea.ts';
import {
  factorsResource,
  profileMachine,
  sessionsMachine,
} from '../../src/machines/profile/profileAreaSetup.ts';
import { inboxArea, inboxMachine } from '../../src/machines/shell/inboxArea.ts';
import { newTicketMachine } from '../../src/machines/support/newTicketMachine.ts';
import { repliesMachine } from '../../src/machines/support/repliesMachine.ts';
import { replyMachine } from '../../src/machines/support/replyMachine.ts';
import {
  supportArea,
  type TicketMark,
  ticketMachine,
  ticketMarksMachine,
  ticketsMachine,
} from '../../src/machines/support/supportArea.ts';
import { marketMachine } from '../../src/machines/wallet/marketMachine.ts';
import { ratesMachine } from '../../src/machines/wallet/ratesMachine.ts';
import { manualCall, settled } from '../support/actors.ts';
import { shown, signedInInput, signedInWith } from '../support/areas.ts';
import { answered, article, ticketId } from '../support/emails.ts';

const keepRecord = () => {};
const watchLanguage = fromCallback<AnyEventObject>(() => {});

function start() {
  const calls = {
    news: manualCall<Loaded<Page<Headline>>, ReadRequest>(),
    article: manualCall<Loaded<Article>, ReadRequest>(),
    tickets: manualCall<Loaded<Page<TicketSummary>>, ReadRequest>(),
    ticket: manualCall<Loaded<Ticket>, ReadRequest>(),
    inbox: manualCall<Loaded<Inbox>, ReadRequest>(),
    verification: manualCall<VerificationRead, void>(),
    profile: manualCall<Loaded<User>, ReadRequest>(),
    sessions: manualCall<Loaded<readonly OpenSession[]>, ReadRequest>(),
    methods: manualCall<Loaded<SignInMethods>, ReadRequest>(),
    factors: manualCall<Loaded<Factors>, ReadRequest>(),
  };
  const marks = {
    article: manualCall<void, { readonly target: string }>(),
    ticket: manualCall<void, { readonly target: TicketMark }>(),
  };
  let hear: (event: AnyEventObject) => void = () => {};
  let tellPage: (event: AnyEventObject) => void = () => {};
  let tellConnection: (event: AnyEventObject) => void = () => {};
  const { actors } = signedInWith({
    market: marketMachine.provide({
      actors: {
        rates: ratesMachine.provide({
          actors: {
            watchStream: fromCallback<AnyEventObject>(({ sendBack }) => {
              hear = sendBack;
            }),
            watchPage: fromCallback<AnyEventObject>(({ sendBack }) => {
              tellPage = sendBack;
            }),
          },
        }),
      },
    }),
    news: newsArea.provide({
      actors: {
        news: newsMachine.provide({ actors: { load: calls.news.logic } }),
        article: articleMachine.provide({ actors: { load: calls.article.logic } }),
        articleMarks: articleMarksMachine.provide({ actors: { mark: marks.article.logic } }),
        watchLanguage,
      },
    }),
    support: supportArea.provide({
      actors: {
        tickets: ticketsMachine.provide({ actors: { load: calls.tickets.logic } }),
        ticket: ticketMachine.provide({ actors: { load: calls.ticket.logic } }),
        ticketMarks: ticketMarksMachine.provide({ actors: { mark: marks.ticket.logic } }),
        newTicket: newTicketMachine.provide({ actions: { keepRecord } }),
        replies: repliesMachine.provide({
          actors: { reply: replyMachine.provide({ actions: { keepRecord } }) },
        }),
      },
    }),
    inbox: inboxArea.provide({
      actors: { inbox: inboxMachine.provide({ actors: { load: calls.inbox.logic } }), watchLanguage },
    }),
    kyc: kycArea.provide({
      actors: {
        kyc: kycMachine.provide({
          actors: { readVerification: calls.verification.logic },
          actions: { keepRecord },
        }),
      },
    }),
    profile: profileArea.provide({
      actors: {
        profile: profileMachine.provide({ actors: { load: calls.profile.logic } }),
        sessions: sessionsMachine.provide({ actors: { load: calls.sessions.logic } }),
        loginMethods: loginMethodsMachine.provide({ actors: { load: calls.methods.logic } }),
        factors: factorsResource.provide({ actors: { load: calls.factors.logic } }),
      },
    }),
  }).implementations;
  const clock = new SimulatedClock();
  const notifications = createActor(toastsMachine, { input: { now: () => clock.now() } });
  const actor = createActor(
    signedInWith({}).provide({
      actors: {
        ...actors,
        watchConnection: fromCallback<AnyEventObject>(({ sendBack }) => {
          tellConnection = sendBack;
        }),
      },
      actions: { passOn: () => {} },
    }),
    { clock, input: signedInInput(() => clock.now(), notifications) },
  ).start();
  /** How often each was read. */
  const reads = () => Object.values(calls).map((call) => call.calls.length);
  const fail = async () => {
    for (const call of Object.values(calls)) call.last().fail('NETWORK');
    await settled();
  };
  /** What the server tells a stream first. */
  const tellAtFirst = (unread: number) => {
    hear({ type: 'stream.heard' });
    hear({ type: 'rates.arrived', rates: { pairs: [], as_of: '2026-11-20T09:00:00.000Z' } });
    hear({ type: 'account.arrived', account: { status: 'active' } });
    hear({ type: 'notification.arrived', notification: { unread, newest: null } });
  };
  return {
    ...{ actor, calls, marks, clock, reads, fail, tellAtFirst },
    hear: (event: AnyEventObject) => hear(event),
    tellPage: (event: AnyEventObject) => tellPage(event),
    tellConnection: (event: AnyEventObject) => tellConnection(event),
  };
}

async function opened() {
  const it = start();
  it.actor.send({ ...shown('article', 'news'), params: { id: 'a-1' } });
  it.actor.send(shown('support', 'support', `?ticket=${ticketId}`));
  it.actor.send(shown('kyc', 'kyc'));
  it.actor.send(shown('profile', 'profile'));
  await settled();
  it.tellAtFirst(0);
  // What failed by then may be asked for once more: from here it is counted.
  for (let round = 0; round < 3; round += 1) await it.fail();
  return it;
}

test.each([
  [
    'the browser’s line, then the stream',
    async (it: Awaited<ReturnType<typeof opened>>) => {
      it.tellConnection({ type: 'connection.lost' });
      it.tellPage({ type: 'connection.lost' });
      it.clock.increment(60_000);
      it.tellConnection({ type: 'connection.restored' });
      it.tellPage({ type: 'connection.returned' });
    },
  ],
  [
    'the stream alone',
    async (it: Awaited<ReturnType<typeof opened>>) => {
      it.hear({ type: 'stream.closed', failure: null });
      it.clock.increment(1_000);
    },
  ],
  [
    'the stream, for one who looks again',
    async (it: Awaited<ReturnType<typeof opened>>) => {
      it.tellPage({ type: 'page.hidden' });
      it.clock.increment(60_000);
      it.tellPage({ type: 'page.shown' });
    },
  ],
])(
  'news, support, inbox, verification and profile are read again once, when what comes back is %s',
  async (_, comesBack) => {
    const it = await opened();
    const before = it.reads();
    await comesBack(it);
    expect(it.reads()).toEqual(before);
    it.tellAtFirst(3);
    await it.fail();
    it.clock.increment(10_000);
    expect(it.reads()).toEqual(before.map((count) => count + 1));
  },
);

test('an article and a ticket whose marks as read failed are marked again, when the line is back', async () => {
  const it = start();
  it.actor.send({ ...shown('article', 'news'), params: { id: article.id } });
  await settled();
  it.calls.article.last().answer({ data: { ...article, read: false }, loadedAt: 0 });
  await settled();
  it.actor.send(shown('support', 'support', `?ticket=${ticketId}`));
  await settled();
  it.calls.ticket.last().answer({ data: answered, loadedAt: 0 });
  await settled();
  const marked = () => [
    it.marks.article.calls.map((each) => each.input.target),
    it.marks.ticket.calls.map((each) => each.input.target),
  ];
  const seen = { id: ticketId, seen: 'm-2' };
  expect(marked()).toEqual([[article.id], [seen]]);
  it.marks.article.last().fail('NETWORK');
  it.marks.ticket.last().fail('NETWORK');
  await settled();
  it.tellConnection({ type: 'connection.lost' });
  it.tellConnection({ type: 'connection.restored' });
  it.clock.increment(3_000);
  expect(marked()).toEqual([
    [article.id, article.id],
    [seen, seen],
  ]);
});

test('an answer that arrives after its ticket was left is marked as read when the ticket is shown again', async () => {
  const it = start();
  const ticket = shown('support', 'support', `?ticket=${ticketId}`);
  it.actor.send(ticket);
  await settled();
  it.tellAtFirst(0);
  const arrive = async (unread: boolean) => {
    it.calls.ticket.last().answer({ data: { ...answered, unread }, loadedAt: 0 });
    await settled();
  };
  // The stream's first notification makes the area read once more.
  for (let round = 0; round < 2; round += 1) await arrive(false);
  it.actor.send(shown('profile', 'profile'));
  await settled();
  const before = it.calls.ticket.calls.length;
  it.hear({ type: 'notification.arrived', notification: { unread: 1, newest: null } });
  expect(it.calls.ticket.calls).toHaveLength(before + 1);
  await arrive(true);
  const marked = () => it.marks.ticket.calls.map((each) => each.input.target);
  expect(marked()).toEqual([]);
  it.actor.send(ticket);
  await arrive(true);
  expect(marked()).toEqual([{ id: ticketId, seen: 'm-2' }]);
});

test('an article that arrives after it was left is marked as read when it is shown again', async () => {
  const it = start();
  const page = { ...shown('article', 'news'), params: { id: article.id } };
  it.actor.send(page);
  await settled();
  it.actor.send(shown('profile', 'profile'));
  await settled();
  it.calls.article.last().answer({ data: { ...article, read: false }, loadedAt: 0 });
  await settled();
  const marked = () => it.marks.article.calls.map((each) => each.input.target);
  expect(marked()).toEqual([]);
  it.actor.send(page);
  await settled();
  expect(marked()).toEqual([article.id]);
});
