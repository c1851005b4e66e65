import { describe, expect, test } from 'vitest';
import { fromPromise, SimulatedClock } from 'xstate';
import type { KycLine } from '../../contract/kycReview.ts';
import type { KeysetPage } from '../../contract/paging.ts';
import { mayCall } from '../../src/machines/console/consoleAreas.ts';
import { readPartKey } from '../../src/machines/console/createListMachine.ts';
import type { Sent } from '../../src/machines/console/decision.ts';
import { freezeDecision, freezesArea } from '../../src/machines/console/freezesArea.ts';
import {
  type KycChoice,
  kycArea,
  kycDecision,
  kycDetails,
  kycList,
  kycPart,
} from '../../src/machines/console/kycArea.ts';
import { ticketDecision, ticketsArea } from '../../src/machines/console/ticketsArea.ts';
import { asChild, manualCall, settled } from '../support/actors.ts';
import {
  account,
  answering,
  areaOf,
  consoleNow,
  kycCase,
  kycLine,
  ticketLine,
} from '../support/consoleAreas.ts';
import { expectSound } from '../support/paths.ts';

const kycCalls = () => {
  const lines = answering<KeysetPage<KycLine>>({ data: [kycLine], meta: { next: 'behind' } });
  const cases = answering(kycCase);
  const logic = kycArea.provide({
    actors: {
      list: kycList.provide({ actors: { part: kycPart.provide({ actors: { load: lines.load } }) } }),
      details: kycDetails.provide({ actors: { load: cases.load } }),
    },
  });
  return { lines, cases, logic };
};

describe('an area of the console', () => {
  test('reads the case that is opened, and nothing while none is', async () => {
    const { cases, logic } = kycCalls();
    const { child } = areaOf(logic);
    await settled();
    expect(cases.keys).toEqual([]);
    child.send({ type: 'item.opened', item: kycLine });
    await settled();
    expect(cases.keys).toEqual([kycLine.id]);
    expect(child.getSnapshot().children.details?.getSnapshot().context.data).toEqual(kycCase);
    child.send({ type: 'item.closed' });
    await settled();
    expect(cases.keys).toEqual([kycLine.id]);
    expect(child.getSnapshot().children.details?.getSnapshot().context.key).toBeNull();
  });

  test('reads the case and the list anew when a decision on it has settled', async () => {
    const { cases, lines, logic } = kycCalls();
    const { child } = areaOf(logic);
    child.send({ type: 'item.opened', item: kycLine });
    await settled();
    child.send({ type: 'decision.settled', key: kycLine.id });
    await settled();
    expect(cases.keys).toEqual([kycLine.id, kycLine.id]);
    expect(lines.keys).toEqual(['first', 'first']);
  });

  test('a decision that failed is about what the list tells by now when it is opened again, and keeps what was typed', async () => {
    const clock = new SimulatedClock();
    const send = manualCall<void, Sent<KycLine, KycChoice>>();
    const decision = kycDecision.provide({ actors: { send: send.logic } });
    const { child } = asChild(
      kycCalls().logic.provide({ actors: { decision } }),
      { now: () => clock.now(), operator: { name: 'anna', role: 'compliance' } },
      clock,
    );
    const open = (item: KycLine) => child.send({ type: 'item.opened', item });
    const decided = () => child.getSnapshot().context.decisions[kycLine.id];
    const choice = { verdict: 'reject', document: 'passport', reason: 'expired', note: 'In May.' } as const;
    const changed: KycLine = { ...kycLine, status: 'rejected', decided_by: 'boris' };

    open(kycLine);
    decided()?.send({ type: 'choice.made', choice });
    decided()?.send({ type: 'choice.confirmed' });
    // One that is under way stays what was confirmed.
    open(changed);
    expect(decided()?.getSnapshot().context.subject).toEqual(kycLine);
    for (let second = 0; second < 10; second += 1) clock.increment(1_000);
    send.last().fail('STATUS_CONFLICT');
    await settled();
    child.send({ type: 'item.closed' });
    open({ ...kycLine });
    expect(decided()?.getSnapshot().context.failure?.code).toBe('STATUS_CONFLICT');
    child.send({ type: 'item.closed' });
    open(changed);
    expect(decided()?.getSnapshot().matches('reviewing')).toBe(true);
    expect(decided()?.getSnapshot().context).toMatchObject({ subject: changed, choice, failure: null });
  });

  test('a filter begins its list anew, and is part of what every part is read by', async () => {
    const { lines, logic } = kycCalls();
    const { child } = areaOf(logic);
    const { list } = child.getSnapshot().children;
    await settled();
    list?.send({ type: 'page.next', after: 'behind' });
    await settled();
    list?.send({ type: 'filter.changed', filter: 'approved' });
    await settled();
    list?.send({ type: 'page.next', after: 'behind' });
    await settled();
    expect(lines.keys.map(readPartKey)).toEqual([
      { after: null, filter: '' },
      { after: 'behind', filter: '' },
      { after: null, filter: 'approved' },
      { after: 'behind', filter: 'approved' },
    ]);
  });

  test.each([
    ['kyc', kycArea, kycLine],
    ['tickets', ticketsArea, ticketLine],
    ['freezes', freezesArea, account],
  ] as const)('%s has no dead end', (_, area, item) => {
    expectSound(area as typeof kycArea, {
      input: { now: () => consoleNow, operator: { name: 'anna', role: 'administrator' } },
      events: [
        { type: 'item.opened', item: item as typeof kycLine },
        { type: 'item.closed' },
        { type: 'decision.settled', key: 'any' },
      ],
      answers: { list: {}, details: {} },
      distinguish: ({ context }) => context.opened,
    });
  });
});

describe('a choice that lacks something is not sent', () => {
  const input = <Subject>(subject: Subject) => ({ now: () => consoleNow, key: 'one', subject });

  test('a rejection without a document or a reason', () => {
    const { child } = asChild(kycDecision, input(kycLine));
    const choice = { verdict: 'reject', document: '', reason: '', note: '' } as const;
    child.send({ type: 'choice.made', choice });
    child.send({ type: 'choice.confirmed' });
    expect(child.getSnapshot().value).toBe('confirming');
    expect(child.getSnapshot().context.errors).toEqual({ document: 'required', reason: 'required' });
    child.send({ type: 'choice.changed', choice: { ...choice, document: 'passport', reason: 'expired' } });
    expect(child.getSnapshot().context.errors).toEqual({});
    child.send({ type: 'choice.confirmed' });
    expect(child.getSnapshot().matches('deciding')).toBe(true);
  });

  test('a freeze without a reason', () => {
    const { child } = asChild(freezeDecision, input(account));
    child.send({ type: 'choice.made', choice: { verdict: 'freeze', reason: '', note: '' } });
    child.send({ type: 'choice.confirmed' });
    expect(child.getSnapshot().context.errors).toEqual({ reason: 'required' });
  });

  test('a recovery that does not say how the person was identified', () => {
    const { child } = asChild(freezeDecision, input(account));
    child.send({ type: 'choice.made', choice: { verdict: 'recover', reason: ' ', email: '' } });
    child.send({ type: 'choice.confirmed' });
    expect(child.getSnapshot().context.errors).toEqual({ reason: 'required' });
  });

  test('a refund without a token, an address or how the person was identified', () => {
    const { child } = asChild(freezeDecision, input({ ...account, closed_at: account.created_at }));
    const empty = { verdict: 'refund', token: '', to: '', reason: ' ' } as const;
    child.send({ type: 'choice.made', choice: empty });
    child.send({ type: 'choice.confirmed' });
    expect(child.getSnapshot().value).toBe('confirming');
    expect(child.getSnapshot().context.errors).toEqual({
      token: 'required',
      to: 'required',
      reason: 'required',
    });
    const to = `0x${'ab'.repeat(20)}`;
    child.send({
      type: 'choice.changed',
      choice: { ...empty, token: 'usdt', to: '0xab', reason: 'A call.' },
    });
    expect(child.getSnapshot().context.errors).toEqual({ token: 'format', to: 'too_short' });
    child.send({ type: 'choice.changed', choice: { ...empty, token: 'USDT', to, reason: 'A call.' } });
    child.send({ type: 'choice.confirmed' });
    expect(child.getSnapshot().matches({ deciding: 'holding' })).toBe(true);
  });

  test('an answer of blanks', () => {
    const { child } = asChild(ticketDecision, input(ticketLine));
    child.send({ type: 'choice.made', choice: { verdict: 'answer', text: ' \n', seen: 1 } });
    child.send({ type: 'choice.confirmed' });
    expect(child.getSnapshot().context.errors).toEqual({ message: 'required' });
  });
});

test('an approval that is undone in its ten seconds is never sent', async () => {
  const clock = new SimulatedClock();
  const sent: unknown[] = [];
  const decision = kycDecision.provide({
    actors: { send: fromPromise<void, Sent<KycLine, KycChoice>>(async ({ input }) => void sent.push(input)) },
  });
  const { child } = asChild(
    decision,
    { now: () => consoleNow + clock.now(), key: 'one', subject: kycLine },
    clock,
  );
  child.send({ type: 'choice.made', choice: { verdict: 'approve' } });
  child.send({ type: 'choice.confirmed' });
  clock.increment(9_000);
  child.send({ type: 'choice.undone' });
  clock.increment(60_000);
  await settled();
  expect(sent).toEqual([]);
});

test('each role is offered the areas whose lists it may read', () => {
  const may = (role: string) =>
    (['GET /kyc', 'GET /tickets', 'GET /freezes'] as const).filter((verb) => mayCall(role, verb));
  expect(may('support')).toEqual(['GET /tickets', 'GET /freezes']);
  expect(may('compliance')).toEqual(['GET /kyc', 'GET /freezes']);
  expect(may('treasury')).toEqual([]);
  expect(may('administrator')).toEqual(['GET /kyc', 'GET /tickets', 'GET /freezes']);
});
