import { HttpResponse, http as msw } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { type AnyStateMachine, createActor, type PromiseActorLogic, toPromise } from 'xstate';
import { operatorBase } from '../../contract/call.ts';
import type { KycReview } from '../../contract/kycReview.ts';
import { operatorNames } from '../../contract/operatorNames.ts';
import { articleSource } from '../../contract/publishing.ts';
import type { PriceState } from '../../contract/rates.ts';
import type { OperatorTicket } from '../../contract/supportTickets.ts';
import type { Withdrawal } from '../../contract/withdrawals.ts';
import { openFreezes } from '../../src/console/areas/freezes.ts';
import { openKyc } from '../../src/console/areas/kyc.ts';
import { openNews } from '../../src/console/areas/news.ts';
import { openPrices } from '../../src/console/areas/prices.ts';
import { openProposals } from '../../src/console/areas/proposals.ts';
import { openTickets } from '../../src/console/areas/tickets.ts';
import { openWithdrawals } from '../../src/console/areas/withdrawals.ts';
import type { ConsoleServices } from '../../src/console/core/services.ts';
import { blankArticle } from '../../src/machines/console/newsArea.ts';
import { createClock } from '../../src/services/core/clock.ts';
import { createHttp } from '../../src/services/core/http.ts';
import { proposalOpen } from '../support/console.ts';
import {
  account,
  frozenAccount,
  kycLine,
  kycReview,
  operatorTicket,
  price,
  recovery,
  ticketLine,
} from '../support/consoleAreas.ts';
import { providerOrigin } from '../support/mswProvider.ts';
import { newOperator } from '../support/operators.ts';
import { fund, outside, pay } from '../support/payments.ts';
import { operatorToken, register } from '../support/server.ts';
import { servicesAtServer } from '../support/servicesAtServer.ts';

const { server, provider } = servicesAtServer();
beforeEach(() => {
  provider.use(
    msw.all(`${providerOrigin}${operatorBase}/*`, async ({ request }) => await server.it.operate(request)),
  );
});

/** What the console's areas are made of, with the session of an operator. */
function consoleServices(token = operatorToken) {
  const clock = createClock();
  const session = { current: () => ({ token }), end: () => {}, extend: () => {} };
  const http = createHttp({ origin: providerOrigin, base: operatorBase, session, clock });
  const languages = { load: async (_: readonly string[]) => {} };
  return { http, clock, languages } as ConsoleServices;
}

/** What a call of the area’s decisions answers: `send`, or `readOutcome`, which is made when the answer of the first was lost. */
function answerOf(area: AnyStateMachine, call: 'send' | 'readOutcome', input: object): Promise<unknown> {
  const decision = area.implementations.actors.decision as AnyStateMachine;
  const calling = createActor(decision.implementations.actors[call] as PromiseActorLogic<unknown>, { input });
  const answer = toPromise(calling);
  calling.start();
  return answer;
}

const outcomeOf = (area: AnyStateMachine, subject: unknown, choice: unknown) =>
  answerOf(area, 'readOutcome', { subject, choice });

/** An operator's call, which must succeed. */
async function operate(method: 'GET' | 'POST', path: string, body?: object) {
  const answer = await server.it.operator(method, path, body);
  if (answer.status > 299) throw new Error(`it was refused: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

const decidedOtherwise = { failure: { code: 'STATUS_CONFLICT' } };
const byBoris = { failure: { code: 'STATUS_CONFLICT', by: 'boris' } };

async function waitingWithdrawal(): Promise<Withdrawal> {
  const person = await register(server.it);
  await fund(server.it, person, 'USDT', '100');
  const { body } = await pay(server.it, person, { kind: 'withdraw' });
  return operate('GET', `/withdrawals/${body.data.id}`);
}

test('a lost decision on a withdrawal is done only when that was decided', async () => {
  const area = openWithdrawals(consoleServices());
  const approving = { verdict: 'approve' };
  const rejecting = { verdict: 'reject', reason: 'legal', note: '' };

  const approved = await waitingWithdrawal();
  expect(await outcomeOf(area, approved, approving)).toBe('open');
  expect(await outcomeOf(area, approved, rejecting)).toBe('open');
  await operate('POST', '/withdrawals/approve', { id: approved.id });
  expect(await outcomeOf(area, approved, approving)).toBe('done');
  await expect(outcomeOf(area, approved, rejecting)).rejects.toMatchObject(decidedOtherwise);

  const rejected = await waitingWithdrawal();
  await operate('POST', '/withdrawals/reject', { id: rejected.id, reason: 'legal' });
  expect(await outcomeOf(area, rejected, rejecting)).toBe('done');
  await expect(outcomeOf(area, rejected, approving)).rejects.toMatchObject(decidedOtherwise);
});

const pair = 'STO/USDT';

async function priceNow(): Promise<PriceState> {
  const prices: PriceState[] = await operate('GET', '/rates');
  const found = prices.find((each) => each.pair === pair);
  if (!found) throw new Error(`${pair} has no line`);
  return found;
}

test('only the rule of a price that was changed is sent, and the other stays as it is by now', async () => {
  const area = openPrices(consoleServices());
  const before = await priceNow();
  const choice = { verdict: 'rules', quote_move: before.quote_move, jump: '1.1' };
  await operate('POST', '/rates/rules', { pair, quote_move: '0.1' });
  expect(await outcomeOf(area, before, choice)).toBe('open');
  await answerOf(area, 'send', { subject: before, choice });
  expect(await priceNow()).toMatchObject({ quote_move: '0.1', jump: '1.1' });
  expect(await outcomeOf(area, before, choice)).toBe('done');
});

test('a rule of a price that another operator has changed meanwhile is told, not changed again', async () => {
  const area = openPrices(consoleServices());
  const shown = { ...(await priceNow()), jump: '1.3' };
  await operate('POST', '/rates/rules', { pair, jump: '1.1' });
  const choice = { verdict: 'rules', quote_move: shown.quote_move, jump: '1.2' };
  await expect(outcomeOf(area, shown, choice)).rejects.toMatchObject(decidedOtherwise);
  expect(await outcomeOf(area, await priceNow(), choice)).toBe('open');
});

test('rules of a price as they were shown are not sent', async () => {
  const subject = await priceNow();
  const choice = { verdict: 'rules', quote_move: subject.quote_move, jump: subject.jump };
  const sending = answerOf(openPrices(consoleServices()), 'send', { subject, choice });
  await expect(sending).rejects.toMatchObject({ failure: { code: 'VALIDATION_FAILED' } });
});

test('a new freeze has the chosen note and no proposal to lift it', async () => {
  // From the second of them on, lifting a freeze takes two.
  for (const name of ['carla', 'cleo']) await newOperator(server.it, name, 'compliance');
  const area = openFreezes(consoleServices());
  const { id } = await register(server.it);
  const freeze = (note: string) =>
    operate('POST', '/accounts/freeze', { account: id, reason: 'legal', note });
  const choosing = (note: string) => ({ verdict: 'freeze', reason: 'legal', note });
  await freeze('A court order.');
  const subject = await operate('GET', `/accounts/${id}`);
  expect(await outcomeOf(area, subject, choosing(' A court order. '))).toBe('done');
  expect(await outcomeOf(area, subject, choosing('Another order.'))).toBe('open');

  const proposed = await server.it.operator('POST', '/accounts/unfreeze', { account: id });
  expect(proposed.body.code).toBe('APPROVAL_REQUIRED');
  expect(await outcomeOf(area, subject, choosing('A court order.'))).toBe('open');
  await freeze('A court order.');
  expect(await outcomeOf(area, subject, choosing('A court order.'))).toBe('done');
});

/** What a read of the operators answers from now on. */
const answerRead = (path: string, data: unknown) =>
  provider.use(msw.get(`${providerOrigin}${operatorBase}${path}`, () => HttpResponse.json({ data })));

test('a recovery is stopped only when an operator has stopped it', async () => {
  const area = openFreezes(consoleServices());
  const outcomeWhen = (status: string) => {
    answerRead('/accounts/:id', { ...account, recovery: { ...recovery, status } });
    return outcomeOf(area, account, { verdict: 'stopRecovery' });
  };
  expect(await outcomeWhen('waiting')).toBe('open');
  expect(await outcomeWhen('operator')).toBe('done');
  for (const status of ['done', 'not_me', 'expired'])
    await expect(outcomeWhen(status)).rejects.toMatchObject(decidedOtherwise);
});

test('a refund is proposed only with its address, and a price or its rules only with their figures', async () => {
  const proposed = (verb: string, subject: object) => ({
    ...proposalOpen,
    verb,
    subject: JSON.stringify(subject),
  });
  answerRead('/proposals', [
    proposed('POST /accounts/refund', { id: account.id, token: 'USDT', to: outside, reason: 'A call.' }),
    proposed('POST /rates', { pair: price.pair, rate: '9', confirm: true }),
    proposed('POST /rates/rules', { pair: price.pair, jump: '2' }),
  ]);
  answerRead('/rates', [price]);
  const freezes = openFreezes(consoleServices());
  const prices = openPrices(consoleServices());

  const refund = { verdict: 'refund', token: 'USDT', to: ` ${outside}`, reason: 'A call.' };
  expect(await outcomeOf(freezes, account, refund)).toBe('proposed');
  expect(await outcomeOf(freezes, account, { ...refund, to: `0x${'ab'.repeat(20)}` })).toBe('open');

  const set = { verdict: 'set', rate: '9', confirm: true };
  expect(await outcomeOf(prices, price, set)).toBe('proposed');
  expect(await outcomeOf(prices, price, { ...set, rate: '8' })).toBe('open');

  const rules = { verdict: 'rules', quote_move: price.quote_move, jump: '2' };
  expect(await outcomeOf(prices, price, rules)).toBe('proposed');
  expect(await outcomeOf(prices, price, { ...rules, jump: '3' })).toBe('open');
});

test('a lost decision on a proposal is done only when this operator has decided so', async () => {
  const area = openProposals(consoleServices());
  const outcomeWhen = (verdict: string, status: string, decided_by: string | null) => {
    answerRead('/proposals/:number', { ...proposalOpen, status, decided_by });
    return outcomeOf(area, proposalOpen, { verdict });
  };
  const me = operatorNames.localToken;
  for (const [verdict, status, other] of [
    ['approve', 'approved', 'rejected'],
    ['reject', 'rejected', 'approved'],
  ] as const) {
    expect(await outcomeWhen(verdict, 'open', null)).toBe('open');
    expect(await outcomeWhen(verdict, status, me)).toBe('done');
    for (const decided of [status, other])
      await expect(outcomeWhen(verdict, decided, 'boris')).rejects.toMatchObject(byBoris);
    await expect(outcomeWhen(verdict, 'expired', null)).rejects.toMatchObject(decidedOtherwise);
  }
});

test('a lost text of the news is done only when readers see all of it', async () => {
  const opened: AnyStateMachine = await openNews(consoleServices());
  const reviews = opened.implementations.actors.reviews as AnyStateMachine;
  const head = { slug: 'lost', title: 'A title', summary: 'A summary', category: 'product' };
  const written = { ...head, language: 'en', image: '', markdown: 'Text.\n' };
  const outcome = (changes: object = {}, shared: object | null = null) =>
    outcomeOf(reviews, blankArticle, {
      ...{ verdict: 'publish', seen: null, shared },
      text: { ...written, ...changes },
    });
  expect(await outcome()).toBe('open');
  const source = articleSource({ ...head, image: null }, 'Text.');
  await operate('POST', '/news', { language: 'en', source });
  expect(await outcome()).toBe('done');
  expect(await outcome({ title: ' A title ', summary: 'A summary\n' })).toBe('done');
  for (const change of [
    { title: 'Another title' },
    { summary: 'Another summary' },
    { category: 'security' },
    { image: '/news/a.png' },
    { markdown: 'Another text.' },
    { language: 'ru' },
  ])
    expect(await outcome(change)).toBe('open');
  // Another language has changed what was sent as it was seen.
  expect(await outcome({ category: 'security' }, { category: 'security', image: null })).toBe('done');
  await operate('POST', '/news/unpublish', { slug: 'lost' });
  expect(await outcome()).toBe('open');
});

test('a lost decision on an identity is done only when this operator has decided so, for this reason', async () => {
  const area = openKyc(consoleServices());
  const outcomeWhen = (choice: object, changes: Partial<KycReview>) => {
    answerRead('/kyc/:id', { ...kycReview, ...changes });
    return outcomeOf(area, kycLine, choice);
  };
  const me = operatorNames.localToken;
  const approving = { verdict: 'approve' };
  expect(await outcomeWhen(approving, {})).toBe('open');
  expect(await outcomeWhen(approving, { status: 'approved', decided_by: me })).toBe('done');
  for (const status of ['approved', 'rejected'])
    await expect(outcomeWhen(approving, { status, decided_by: 'boris' })).rejects.toMatchObject(byBoris);

  const rejecting = { verdict: 'reject', document: 'passport', reason: 'expired', note: ' Since May. ' };
  const document = (changes: Partial<KycReview['documents'][number]>) => ({
    documents: kycReview.documents.map((each) => (each.type === 'passport' ? { ...each, ...changes } : each)),
  });
  const rejected = { status: 'rejected', reason_code: 'expired', reason: 'Since May.' };
  expect(await outcomeWhen(rejecting, {})).toBe('open');
  expect(await outcomeWhen(rejecting, document({ ...rejected, decided_by: me }))).toBe('done');
  for (const other of [{}, { reason_code: 'unreadable' }, { reason: null }, { status: 'approved' }]) {
    const found = document({ ...rejected, decided_by: 'boris', ...other });
    await expect(outcomeWhen(rejecting, found)).rejects.toMatchObject(byBoris);
  }
  const without = document({ ...rejected, reason: null, decided_by: me });
  await expect(outcomeWhen(rejecting, without)).rejects.toMatchObject(decidedOtherwise);
  expect(await outcomeWhen({ ...rejecting, note: '' }, without)).toBe('done');
});

test('a lost decision on a ticket is done only when this operator has made it, and never once it is closed', async () => {
  const area = openTickets(consoleServices());
  const outcomeWhen = (choice: object, changes: Partial<OperatorTicket>) => {
    const data = { ...operatorTicket, ...changes };
    const path = `${providerOrigin}${operatorBase}/tickets/show`;
    provider.use(msw.post(path, () => HttpResponse.json({ data })));
    return outcomeOf(area, ticketLine, choice);
  };
  const me = operatorNames.localToken;
  const closed = { status: 'closed' };

  const resolving = { verdict: 'resolve', seen: 2 };
  expect(await outcomeWhen(resolving, {})).toBe('open');
  const resolvedBy = (resolved_by: string) => ({ status: 'resolved', resolved_by });
  expect(await outcomeWhen(resolving, resolvedBy(me))).toBe('done');
  await expect(outcomeWhen(resolving, resolvedBy('boris'))).rejects.toMatchObject(byBoris);
  await expect(outcomeWhen(resolving, closed)).rejects.toMatchObject(decidedOtherwise);

  const reopening = { verdict: 'reopen' };
  expect(await outcomeWhen(reopening, resolvedBy('boris'))).toBe('open');
  expect(await outcomeWhen(reopening, {})).toBe('done');
  await expect(outcomeWhen(reopening, closed)).rejects.toMatchObject(decidedOtherwise);

  const answering = { verdict: 'answer', text: ' We have found it.\n', seen: 2 };
  const answeredBy = (operator: string, text = 'We have found it.') => ({
    messages: operatorTicket.messages.concat({
      ...{ id: 'third', author: 'support', operator, text, attachments: [] },
      created_at: '2026-11-20T09:40:00.000Z',
    }),
  });
  expect(await outcomeWhen(answering, {})).toBe('open');
  expect(await outcomeWhen(answering, answeredBy(me, 'We look again.'))).toBe('open');
  expect(await outcomeWhen(answering, answeredBy(me))).toBe('done');
  await expect(outcomeWhen(answering, answeredBy('boris'))).rejects.toMatchObject(byBoris);
});

test('a freeze that another operator has set meanwhile is neither replaced nor lifted by a second try', async () => {
  const area = openFreezes(consoleServices());
  const outcomeWhen = (subject: object, choice: object, changes: object) => {
    answerRead('/accounts/:id', { ...frozenAccount, ...changes });
    return outcomeOf(area, subject, choice);
  };
  const freezing = { verdict: 'freeze', reason: 'other', note: '' };
  const lifting = { verdict: 'unfreeze' };
  const { freeze } = frozenAccount;
  const proposal = { number: 8, proposed_by: 'boris' };
  for (const choice of [freezing, lifting]) expect(await outcomeWhen(frozenAccount, choice, {})).toBe('open');
  expect(await outcomeWhen(account, freezing, account)).toBe('open');
  await expect(outcomeWhen(account, freezing, {})).rejects.toMatchObject(decidedOtherwise);
  for (const other of [{ since: '2026-11-20T09:00:00.000Z' }, { reason: 'requested' }, { note: null }]) {
    const newer = { freeze: { ...freeze, ...other } };
    for (const choice of [freezing, lifting])
      await expect(outcomeWhen(frozenAccount, choice, newer)).rejects.toMatchObject(decidedOtherwise);
    const proposed = outcomeWhen(frozenAccount, lifting, { ...newer, proposal });
    await expect(proposed).rejects.toMatchObject(decidedOtherwise);
  }
  expect(await outcomeWhen(frozenAccount, lifting, { proposal })).toBe('proposed');
  const done = { freeze: { ...freeze, reason: 'other', note: null } };
  expect(await outcomeWhen(frozenAccount, freezing, done)).toBe('done');
});

test('a lost recovery is done or proposed only with its reason and its address', async () => {
  const area = openFreezes(consoleServices());
  const found = (changes: object) => answerRead('/accounts/:id', { ...account, ...changes });
  const recovering = { verdict: 'recover', reason: ' A call. ', email: '' };
  const outcome = (changes: object = {}) => outcomeOf(area, account, { ...recovering, ...changes });

  found({ recovery: { ...recovery, reason: 'A call.' } });
  expect(await outcome()).toBe('done');
  for (const other of [{ reason: 'Another call.' }, { email: 'other@example.com' }])
    await expect(outcome(other)).rejects.toMatchObject({ failure: { code: 'STATUS_CONFLICT', by: 'anna' } });
  found({ recovery: { ...recovery, reason: 'A call.', email: 'other@example.com' } });
  expect(await outcome({ email: ' Other@example.com' })).toBe('done');
  await expect(outcome()).rejects.toMatchObject(decidedOtherwise);

  const proposed = { id: account.id, email: 'other@example.com', reason: 'A call.' };
  const subject = JSON.stringify(proposed);
  answerRead('/proposals', [{ ...proposalOpen, verb: 'POST /recoveries', subject }]);
  found({});
  expect(await outcome({ email: 'other@example.com' })).toBe('open');
  found({ recovery_proposal: { number: proposalOpen.number, proposed_by: 'anna' } });
  expect(await outcome({ email: 'other@example.com' })).toBe('proposed');
  expect(await outcome({ email: 'third@example.com' })).toBe('open');
  expect(await outcome({ reason: 'Another call.', email: 'other@example.com' })).toBe('open');
});
