import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { SimulatedClock } from 'xstate';
import type { OperatorAccount } from '../../contract/operatorAccounts.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import { recoveryOutcomes } from '../../contract/recovery.ts';
import type { TicketLine } from '../../contract/supportTickets.ts';
import type { TreasuryStatement } from '../../contract/treasury.ts';
import type { DecisionOutcome, Sent } from '../../src/machines/console/decision.ts';
import {
  type FreezeChoice,
  freezeDecision,
  freezeList,
  freezePart,
  freezesArea,
} from '../../src/machines/console/freezesArea.ts';
import { type KycCase, kycArea, kycDetails, kycList, kycPart } from '../../src/machines/console/kycArea.ts';
import {
  type OpenedTicket,
  type TicketChoice,
  ticketDecision,
  ticketDetails,
  ticketList,
  ticketPart,
  ticketsArea,
} from '../../src/machines/console/ticketsArea.ts';
import { treasuryArea, treasuryFigures } from '../../src/machines/console/treasuryArea.ts';
import { withdrawalDecision } from '../../src/machines/console/withdrawalsArea.ts';
import { FreezeReview } from '../../src/screens/console/FreezeReview.tsx';
import FreezesScreen from '../../src/screens/console/FreezesScreen.tsx';
import KycScreen from '../../src/screens/console/KycScreen.tsx';
import TicketsScreen from '../../src/screens/console/TicketsScreen.tsx';
import TreasuryScreen from '../../src/screens/console/TreasuryScreen.tsx';
import { WithdrawalReview } from '../../src/screens/console/WithdrawalReview.tsx';
import { asChild, manualCall } from '../support/actors.ts';
import { withdrawalWaiting } from '../support/console.ts';
import {
  account,
  answering,
  areaOf,
  consoleNow,
  failing,
  frozenAccount,
  kycCase,
  kycLine,
  kycReview,
  openedTicket,
  operatorTicket,
  recovery,
  ticketLine,
  treasury,
} from '../support/consoleAreas.ts';
import { fillIn } from '../support/fillIn.ts';
import { arrives, describedBy, draw, everyState, expectPresentable, languages, text } from './draw.tsx';

const nothing = { data: [], meta: { next: null } };

/** A token whose balances the server could not read. */
const unread = {
  ...{ ...treasury.tokens[0], symbol: 'LINK' },
  ...{ is_read: false, difference: null, unexplained: [] },
};

function kyc(changes: { lines?: unknown; shown?: unknown; load?: unknown } = {}) {
  const lines = answering(changes.lines ?? { data: [kycLine], meta: { next: 'behind' } }).load as never;
  const given = changes.shown === 'failed' ? failing : answering(changes.shown ?? kycCase).load;
  const load = (changes.load ?? given) as never;
  return areaOf(
    kycArea.provide({
      actors: {
        list: kycList.provide({ actors: { part: kycPart.provide({ actors: { load: lines } }) } }),
        details: kycDetails.provide({ actors: { load } }),
      },
    }),
  ).child;
}

function tickets(changes: { lines?: unknown; shown?: unknown } = {}) {
  const lines = answering(changes.lines ?? { data: [ticketLine], meta: { next: null } }).load as never;
  const load = answering(changes.shown ?? openedTicket).load as never;
  return areaOf(
    ticketsArea.provide({
      actors: {
        list: ticketList.provide({ actors: { part: ticketPart.provide({ actors: { load: lines } }) } }),
        details: ticketDetails.provide({ actors: { load } }),
      },
    }),
  ).child;
}

function freezes(lines: unknown, role = 'compliance') {
  const { keys, load } = answering(lines);
  const part = freezePart.provide({ actors: { load: load as never } });
  const area = freezesArea.provide({ actors: { list: freezeList.provide({ actors: { part } }) } });
  return { keys, area: areaOf(area, { name: 'anna', role }).child };
}

describe.each(everyState(languages))('in %s', (language) => {
  test('verifications: the list, an empty one, a case, and each state of its decision', async () => {
    for (const lines of [
      nothing,
      {
        data: [kycLine, { ...kycLine, id: 'other', email: null, first_name: null, last_name: null }],
        meta: { next: null },
      },
    ]) {
      const area = kyc({ lines });
      draw(<KycScreen area={area} />, language);
      await arrives(() => {});
      await expectPresentable();
      cleanup();
    }
    const area = kyc();
    draw(<KycScreen area={area} />, language);
    await arrives(() => area.send({ type: 'item.opened', item: kycLine }));
    await expectPresentable();
    const decision = area.getSnapshot().context.decisions[kycLine.id];
    await arrives(() => decision?.send({ type: 'choice.made', choice: { verdict: 'approve' } }));
    await expectPresentable();
    await arrives(() => decision?.send({ type: 'choice.withdrawn' }));
    const rejection = { verdict: 'reject', document: '', reason: '', note: '' } as const;
    await arrives(() => decision?.send({ type: 'choice.made', choice: rejection }));
    await arrives(() => decision?.send({ type: 'choice.confirmed' }));
    await expectPresentable();
    await arrives(() =>
      decision?.send({
        type: 'choice.changed',
        choice: { ...rejection, document: 'passport', reason: 'expired' },
      }),
    );
    await arrives(() => decision?.send({ type: 'choice.confirmed' }));
    await expectPresentable();
  });

  test('a case that is decided, with what this version does not know, and one that cannot be read', async () => {
    const unknown = {
      ...kycReview,
      status: 'escalated',
      documents: [{ ...kycReview.documents[0], type: 'visa', status: 'lost' }],
    };
    for (const shown of [
      'failed',
      { ...kycCase, review: { ...kycReview, status: 'approved', decided_by: 'boris' } },
      {
        review: {
          ...unknown,
          date_of_birth: null,
          country: null,
          address: null,
          email: null,
          submitted_at: null,
        },
        opened: [],
      },
    ]) {
      const area = kyc({ shown });
      draw(<KycScreen area={area} />, language);
      await arrives(() => area.send({ type: 'item.opened', item: { ...kycLine, status: 'approved' } }));
      await expectPresentable();
      cleanup();
    }
  });

  test('tickets: the list, an empty one, a conversation, and each choice', async () => {
    for (const lines of [
      nothing,
      {
        data: [ticketLine, { ...ticketLine, number: 1002, email: null, priority: 'odd' }],
        meta: { next: null },
      },
    ]) {
      const area = tickets({ lines });
      draw(<TicketsScreen area={area} />, language);
      await arrives(() => {});
      await expectPresentable();
      cleanup();
    }
    for (const status of ['open', 'resolved', 'closed']) {
      const area = tickets({ shown: { ...openedTicket, ticket: { ...operatorTicket, status } } });
      draw(<TicketsScreen area={area} />, language);
      await arrives(() => area.send({ type: 'item.opened', item: { ...ticketLine, status } }));
      await expectPresentable();
      const decision = area.getSnapshot().context.decisions['1001'];
      for (const choice of [
        { verdict: 'answer', text: '', seen: 2 },
        { verdict: 'resolve', seen: 2 },
        { verdict: 'reopen' },
      ] as const) {
        await arrives(() => decision?.send({ type: 'choice.made', choice }));
        await expectPresentable();
        await arrives(() => decision?.send({ type: 'choice.withdrawn' }));
      }
      cleanup();
    }
  });

  test('treasury: figures that agree, that do not, that cannot be read, and none', async () => {
    for (const load of [
      answering(treasury).load,
      answering({ ...treasury, tokens: [...treasury.tokens, unread] }).load,
      answering({
        ...treasury,
        payments: null,
        coins: [],
        tokens: [{ ...treasury.tokens[0], difference: null, unexplained: [] }],
      }).load,
      failing,
    ]) {
      const figures = treasuryFigures.provide({ actors: { load: load as never } });
      const area = areaOf(treasuryArea.provide({ actors: { figures } })).child;
      draw(<TreasuryScreen area={area} />, language);
      await arrives(() => {});
      await expectPresentable();
      cleanup();
    }
  });

  test('freezes: nobody, somebody, a frozen account, and each choice', async () => {
    const proposed = { ...frozenAccount, id: 'proposed', proposal: { number: 7, proposed_by: 'boris' } };
    const nameless = { ...account, id: 'nameless', email: null, first_name: null, last_name: null };
    const notMe = {
      ...frozenAccount,
      id: 'other',
      freeze: { reason: null, note: null, since: '2026-11-20T08:00:00.000Z' },
    };
    const recovering = (['telling', 'waiting', 'ready', ...recoveryOutcomes] as const).map((status) => ({
      ...account,
      id: status,
      recovery: { ...recovery, status },
    }));
    const recoveryProposed = {
      ...account,
      id: 'recover',
      recovery_proposal: { number: 8, proposed_by: 'boris' },
    };
    const since = '2026-11-20T08:00:00.000Z';
    const reported = (proven_at: string | null) => ({
      ...proposed,
      id: `reported ${proven_at}`,
      freeze: { reason: 'not_me' as const, note: null, since, lifting: { proven_at, approved_at: null } },
    });
    const closed = { ...account, id: 'closed', closed_at: since };
    const all = [
      closed,
      account,
      { ...frozenAccount, id: 'frozen' },
      proposed,
      nameless,
      notMe,
      recoveryProposed,
    ];
    /** The account whose open choice is judged. */
    const judgedAt = {
      freeze: account.id,
      unfreeze: 'frozen',
      recover: account.id,
      stopRecovery: 'waiting',
      refund: 'closed',
    };
    for (const data of [[], [...all, ...recovering, reported(null), reported(since)]]) {
      const { area } = freezes({ data, meta: { next: null } });
      draw(<FreezesScreen area={area as never} />, language);
      await arrives(() => {});
      await expectPresentable();
      for (const item of data) {
        await arrives(() => area.send({ type: 'item.opened', item }));
        const decision = area.getSnapshot().context.decisions[item.id];
        for (const choice of [
          { verdict: 'freeze', reason: '', note: '' },
          { verdict: 'unfreeze' },
          { verdict: 'recover', reason: '', email: '' },
          { verdict: 'stopRecovery' },
          { verdict: 'refund', token: '', to: '', reason: '' },
        ] as const) {
          await arrives(() => decision?.send({ type: 'choice.made', choice }));
          if (judgedAt[choice.verdict] === item.id) await expectPresentable();
          await arrives(() => decision?.send({ type: 'choice.withdrawn' }));
        }
        await expectPresentable();
        await arrives(() => area.send({ type: 'item.closed' }));
      }
      cleanup();
    }
  });
});

test('a token whose balances cannot be read says so, and shows none of them', async () => {
  const { load } = answering({ ...treasury, tokens: [unread] });
  const figures = treasuryFigures.provide({ actors: { load: load as never } });
  draw(<TreasuryScreen area={areaOf(treasuryArea.provide({ actors: { figures } })).child} />);
  await arrives(() => {});
  expect(screen.getByText('We couldn’t read the balances')).toBeDefined();
  expect(screen.queryByText('Hot wallet')).toBeNull();
  expect(screen.getByText('Own funds')).toBeDefined();
});

test('figures that could not be read again are asked for without losing the focus', async () => {
  const load = manualCall<Loaded<TreasuryStatement>, ReadRequest>();
  const figures = treasuryFigures.provide({ actors: { load: load.logic } });
  const area = areaOf(treasuryArea.provide({ actors: { figures } })).child;
  const answer = () => arrives(() => load.last().answer({ data: treasury as never, loadedAt: consoleNow }));
  draw(<TreasuryScreen area={area} />);
  await answer();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await arrives(() => load.last().fail('NETWORK'));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await answer();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(document.activeElement).not.toBe(document.body);
});

test('documents stand side by side, each can be zoomed and turned, and what no page draws is handed on', async () => {
  const area = kyc();
  draw(<KycScreen area={area} />);
  await arrives(() => area.send({ type: 'item.opened', item: kycLine }));
  const [passport] = screen.getAllByRole('img');
  expect(screen.getAllByRole('figure')).toHaveLength(3);
  expect(passport?.getAttribute('src')).toBe('blob:http://localhost/passport');
  const user = userEvent.setup();
  await user.click(screen.getAllByRole('button', { name: 'Zoom in' })[0] as Element);
  await user.click(screen.getAllByRole('button', { name: 'Rotate' })[0] as Element);
  expect(passport?.getAttribute('style')).toBe('width: 150%; height: 150%; transform: rotate(90deg);');
  expect(screen.getByRole('link', { name: 'Download, Bank statement' }).getAttribute('download')).toBe(
    'statement.pdf',
  );
  expect(text()).toContain('We couldn’t load this file');
});

test('a verification is not decided before its documents are here', async () => {
  const load = manualCall<Loaded<KycCase>, ReadRequest>();
  const area = kyc({ load: load.logic });
  draw(<KycScreen area={area} />);
  await arrives(() => area.send({ type: 'item.opened', item: kycLine }));
  const user = userEvent.setup();
  const decision = () => area.getSnapshot().context.decisions[kycLine.id]?.getSnapshot();
  const button = (name: string) => screen.getByRole('button', { name });
  const expectUndecided = async () => {
    for (const name of ['Approve', 'Reject a document']) {
      expect(describedBy(button(name))).toContain('Wait until the documents are here.');
      await user.click(button(name));
      expect(decision()?.matches('reviewing')).toBe(true);
    }
  };
  await expectUndecided();
  await arrives(() => load.last().fail('NETWORK'));
  await expectUndecided();
  await user.click(button('Try again'));
  await arrives(() => load.last().answer({ data: kycCase, loadedAt: consoleNow }));
  await user.click(button('Approve'));
  expect(decision()?.matches('confirming')).toBe(true);
});

test('a frozen account is said above its conversation, and a file that could not be had at its name', async () => {
  const area = tickets();
  draw(<TicketsScreen area={area} />);
  await arrives(() => area.send({ type: 'item.opened', item: ticketLine }));
  expect(text()).toContain('This account is frozen');
  expect(screen.getByRole('link', { name: 'screen.jpg' }).getAttribute('download')).toBe('screen.jpg');
  expect(text()).toContain('lost.pdf couldn’t be loaded');
});

test('a search asks the server when it is submitted, and for three characters at least', async () => {
  const { area, keys } = freezes(nothing);
  draw(<FreezesScreen area={area as never} />);
  await arrives(() => {});
  const user = userEvent.setup();
  const field = screen.getByLabelText('Email, username or account ID');
  await user.type(field, 'an{Enter}');
  expect(text()).toContain('Type 3 characters or more.');
  expect(keys).toEqual(['first']);
  await user.type(field, 'a@ex{Enter}');
  await arrives(() => {});
  expect(keys).toEqual(['first', 'first\nana@ex']);
  await user.click(screen.getByRole('button', { name: 'Show frozen accounts' }));
  expect((screen.getByLabelText('Email, username or account ID') as HTMLInputElement).value).toBe('');
});

test('a recovery says how far it is, and who stopped it; while it goes on it can be stopped and no other proposed', async () => {
  const stopped = { ...account, recovery: { ...recovery, status: 'operator', ended_by: 'cleo' } } as const;
  const waiting = { ...account, id: 'waiting', recovery } as const;
  const unverified = { ...account, id: 'unverified', kyc_status: 'pending' };
  const { area } = freezes({ data: [stopped, waiting, unverified], meta: { next: null } });
  draw(<FreezesScreen area={area as never} />);
  await arrives(() => area.send({ type: 'item.opened', item: stopped }));
  expect(text()).toContain('Stopped by cleo on');
  expect(screen.queryByRole('button', { name: 'Stop recovery' })).toBe(null);
  await userEvent.click(screen.getByRole('button', { name: 'Propose recovery' }));
  expect(screen.getByRole('textbox', { name: /How the person was identified/ })).not.toBe(null);
  expect(screen.getByRole('textbox', { name: /Another email address/ })).not.toBe(null);
  await arrives(() => area.send({ type: 'item.closed' }));
  await arrives(() => area.send({ type: 'item.opened', item: waiting }));
  expect(text()).toContain('Waiting until');
  expect(screen.queryByRole('button', { name: 'Propose recovery' })).toBe(null);
  expect(screen.getByRole('button', { name: 'Stop recovery' })).not.toBe(null);
  await arrives(() => area.send({ type: 'item.closed' }));
  await arrives(() => area.send({ type: 'item.opened', item: unverified }));
  expect(text()).toContain('The identity isn’t verified, so this account can’t be recovered.');
});

test('who proposes to lift a freeze of "This was not me" is told whether its person has confirmed', async () => {
  const reported = (proven_at: string | null) => ({
    ...frozenAccount,
    email: null,
    proposal: { number: 7, proposed_by: 'boris' },
    freeze: {
      ...{ reason: 'not_me' as const, note: null, since: '2026-11-20T08:00:00.000Z' },
      lifting: { proven_at, approved_at: null },
    },
  });
  for (const [provenAt, told] of [
    [null, 'The person hasn’t confirmed that it’s them yet.'],
    ['2026-11-20T09:00:00.000Z', 'The person has confirmed that it’s them.'],
  ] as const) {
    const { area } = freezes({ data: [reported(provenAt)], meta: { next: null } });
    draw(<FreezesScreen area={area as never} />);
    await arrives(() => area.send({ type: 'item.opened', item: reported(provenAt) }));
    expect(text()).toContain(
      `boris has proposed to lift this freeze. Another operator decides in Proposals. ${told}`,
    );
    // Without an email, too.
    expect(screen.getByRole('button', { name: 'Change the reason' }).getAttribute('aria-disabled')).not.toBe(
      'true',
    );
    cleanup();
  }
});

test.each([
  [
    'hasn’t confirmed is not said to be lifted',
    null,
    'awaited',
    'Your approval is recorded. The freeze is lifted once the person confirms that it’s them.',
  ],
  [
    'had confirmed, before the proof was voided, is not said to be lifted',
    '2026-11-20T09:00:00.000Z',
    'awaited',
    'Your approval is recorded. The freeze is lifted once the person confirms that it’s them.',
  ],
  ['has confirmed is lifted', '2026-11-20T09:00:00.000Z', 'done', 'The freeze is lifted.'],
  ['has confirmed since it was opened is lifted', null, 'done', 'The freeze is lifted.'],
] as const)('an approved freeze of "This was not me" whose person %s', async (_, proven_at, found, told) => {
  const send = manualCall<DecisionOutcome, Sent<OperatorAccount, FreezeChoice>>();
  const clock = new SimulatedClock();
  const subject: OperatorAccount = {
    ...frozenAccount,
    freeze: {
      reason: 'not_me',
      note: null,
      since: '2026-11-20T08:00:00.000Z',
      lifting: { proven_at, approved_at: null },
    },
  };
  const { child: decision } = asChild(
    freezeDecision.provide({ actors: { send: send.logic } }),
    { now: () => clock.now(), key: 'one', subject },
    clock,
  );
  draw(<FreezeReview decision={decision} operator={{ name: 'anna', role: 'compliance' }} />);
  await arrives(() => {
    decision.send({ type: 'choice.made', choice: { verdict: 'unfreeze' } });
    decision.send({ type: 'choice.confirmed' });
    for (let second = 0; second < 10; second += 1) clock.increment(1_000);
  });
  await arrives(() => send.last().answer(found));
  expect(screen.getByRole('status').textContent).toBe(told);
});

test('what a closed account holds is refunded by whoever may, typed in one form and sent after the undo time', async () => {
  const closed = { ...account, closed_at: '2026-11-20T08:00:00.000Z' };
  const lines = { data: [closed, { ...account, id: 'open' }], meta: { next: null } };
  const { area } = freezes(lines);
  draw(<FreezesScreen area={area as never} />);
  await arrives(() => area.send({ type: 'item.opened', item: { ...account, id: 'open' } }));
  expect(screen.queryByRole('button', { name: 'Propose refund' })).toBe(null);
  await arrives(() => area.send({ type: 'item.opened', item: closed }));
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Propose refund' }));
  await user.click(screen.getByRole('button', { name: 'Propose refund' }));
  expect(text()).toContain('Fill in this field.');
  await fillIn(user, screen.getByLabelText('Token'), 'usdt');
  await fillIn(user, screen.getByLabelText('Address'), `0x${'ab'.repeat(20)}`);
  await fillIn(user, screen.getByLabelText('How the person was identified'), 'A call.');
  await user.click(screen.getByRole('button', { name: 'Propose refund' }));
  const decision = area.getSnapshot().context.decisions[closed.id]?.getSnapshot();
  expect(decision?.context.choice).toEqual({
    ...{ verdict: 'refund', token: 'USDT', to: `0x${'ab'.repeat(20)}`, reason: 'A call.' },
  });
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
  cleanup();

  const support = freezes(lines, 'support');
  draw(<FreezesScreen area={support.area as never} />);
  await arrives(() => support.area.send({ type: 'item.opened', item: closed }));
  expect(text()).toContain('Your role can’t propose refunds.');
});

test.each([
  ['en', 'Propose refund', 'Address', 'This is the address of a Zesto account. Enter an external address.'],
  ['ru', 'Предложить возврат', 'Адрес', 'Это адрес аккаунта Zesto. Укажите внешний адрес.'],
] as const)(
  'in %s a refund to an address of an account here says so at its field, until another one is typed',
  async (language, propose, field, sentence) => {
    const send = manualCall<DecisionOutcome, Sent<OperatorAccount, FreezeChoice>>();
    const clock = new SimulatedClock();
    const { child: decision } = asChild(
      freezeDecision.provide({ actors: { send: send.logic } }),
      { now: () => clock.now(), key: 'one', subject: { ...account, closed_at: account.created_at } },
      clock,
    );
    draw(
      <>
        <h1>{account.email}</h1>
        <FreezeReview decision={decision} operator={{ name: 'anna', role: 'compliance' }} />
      </>,
      language,
    );
    const choice = {
      verdict: 'refund',
      token: 'USDT',
      to: `0x${'ab'.repeat(20)}`,
      reason: 'A call.',
    } as const;
    await arrives(() => {
      decision.send({ type: 'choice.made', choice });
      decision.send({ type: 'choice.confirmed' });
      for (let second = 0; second < 10; second += 1) clock.increment(1_000);
    });
    await arrives(() => send.last().fail('ADDRESS_INVALID', { fields: { to: 'internal' } }));
    const address = screen.getByLabelText(field);
    expect(address.getAttribute('aria-invalid')).toBe('true');
    expect(text()).toContain(sentence);
    await expectPresentable();
    await userEvent.setup().type(address, '{Backspace}f');
    expect(text()).not.toContain(sentence);
    await userEvent.setup().click(screen.getByRole('button', { name: propose }));
    expect(decision.getSnapshot().context.choice).toEqual({ ...choice, to: `0x${'ab'.repeat(19)}af` });
    expect(decision.getSnapshot().matches({ deciding: 'holding' })).toBe(true);
  },
);

test('an answer that was undone, or refused because its person wrote meanwhile, is there again, about what is shown now', async () => {
  const clock = new SimulatedClock();
  const lines = answering({ data: [ticketLine], meta: { next: null } }).load as never;
  const read = manualCall<Loaded<OpenedTicket>, ReadRequest>();
  const send = manualCall<void, Sent<TicketLine, TicketChoice>>();
  const logic = ticketsArea.provide({
    actors: {
      list: ticketList.provide({ actors: { part: ticketPart.provide({ actors: { load: lines } }) } }),
      details: ticketDetails.provide({ actors: { load: read.logic } }),
      decision: ticketDecision.provide({ actors: { send: send.logic } }),
    },
  });
  const operator = { name: 'anna', role: 'support' };
  const { child: area } = asChild(logic, { now: () => clock.now(), operator }, clock);
  const user = userEvent.setup();
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  const choice = () => area.getSnapshot().context.decisions['1001']?.getSnapshot().context.choice;

  draw(<TicketsScreen area={area} />);
  await arrives(() => area.send({ type: 'item.opened', item: ticketLine }));
  await arrives(() => read.last().answer({ data: openedTicket, loadedAt: 0 }));
  await press('Reply');
  await fillIn(user, screen.getByLabelText('Message'), 'We found it.');
  await press('Reply');
  await press('Undo');
  await press('Reply');
  expect((screen.getByLabelText('Message') as HTMLTextAreaElement).value).toBe('We found it.');
  await press('Reply');
  await arrives(() => {
    for (let second = 0; second < 10; second += 1) clock.increment(1_000);
  });
  const seen = operatorTicket.messages.length;
  expect(send.last().input.choice).toEqual({ verdict: 'answer', text: 'We found it.', seen });

  const [asked] = operatorTicket.messages;
  const messages = [...operatorTicket.messages, ...(asked ? [{ ...asked, id: 'again', text: 'Well?' }] : [])];
  const reads = read.calls.length;
  await arrives(() => send.last().fail('STATUS_CONFLICT'));
  expect(read.calls).toHaveLength(reads + 1);
  await arrives(() =>
    read.last().answer({
      data: { ...openedTicket, ticket: { ...operatorTicket, messages } },
      loadedAt: 0,
    }),
  );
  await press('Reply');
  expect((screen.getByLabelText('Message') as HTMLTextAreaElement).value).toBe('We found it.');
  expect(choice()).toEqual({ verdict: 'answer', text: 'We found it.', seen: seen + 1 });
});

test.each([
  ['Freeze', account, { verdict: 'freeze', reason: 'legal', note: 'A court order.' }],
  ['Propose recovery', account, { verdict: 'recover', reason: 'A call.', email: 'ana@example.org' }],
  [
    'Propose refund',
    { ...account, closed_at: account.created_at },
    { verdict: 'refund', token: 'USDT', to: `0x${'ab'.repeat(20)}`, reason: 'A call.' },
  ],
] as const)('what was typed for "%s" outlives its undoing', async (name, subject, choice) => {
  const { child: decision } = asChild(freezeDecision, { now: () => consoleNow, key: 'one', subject });
  draw(<FreezeReview decision={decision} operator={{ name: 'anna', role: 'compliance' }} />);
  await arrives(() => {
    decision.send({ type: 'choice.made', choice });
    decision.send({ type: 'choice.confirmed' });
    decision.send({ type: 'choice.undone' });
  });
  await userEvent.click(screen.getByRole('button', { name }));
  expect(decision.getSnapshot().value).toBe('confirming');
  expect(decision.getSnapshot().context.choice).toEqual(choice);
});

test('what was typed to reject a withdrawal outlives its undoing', async () => {
  const choice = { verdict: 'reject', reason: 'legal', note: 'Sorry.' } as const;
  const { child: decision } = asChild(withdrawalDecision, {
    now: () => consoleNow,
    key: 'one',
    subject: withdrawalWaiting,
  });
  draw(<WithdrawalReview decision={decision} operator={{ name: 'boris', role: 'treasury' }} />);
  await arrives(() => {
    decision.send({ type: 'choice.made', choice });
    decision.send({ type: 'choice.confirmed' });
    decision.send({ type: 'choice.undone' });
  });
  await userEvent.click(screen.getByRole('button', { name: 'Reject' }));
  expect(decision.getSnapshot().value).toBe('confirming');
  expect(decision.getSnapshot().context.choice).toEqual(choice);
});

test.each([
  ['passport', 'passport'],
  ['selfie', ''],
] as const)('what was typed to reject a %s outlives its undoing while that waits', async (type, kept) => {
  const area = kyc();
  draw(<KycScreen area={area} />);
  await arrives(() => area.send({ type: 'item.opened', item: kycLine }));
  const decision = area.getSnapshot().context.decisions[kycLine.id];
  const choice = { verdict: 'reject', document: type, reason: 'unreadable', note: 'Blurred.' } as const;
  await arrives(() => {
    decision?.send({ type: 'choice.made', choice });
    decision?.send({ type: 'choice.confirmed' });
    decision?.send({ type: 'choice.undone' });
  });
  await userEvent.click(screen.getByRole('button', { name: 'Reject a document' }));
  expect(decision?.getSnapshot().matches('confirming')).toBe(true);
  expect(decision?.getSnapshot().context.choice).toEqual({ ...choice, document: kept });
});

test('a note that is being typed is kept while the list is shown, and goes on where it was', async () => {
  const area = kyc();
  draw(<KycScreen area={area} />);
  await arrives(() => area.send({ type: 'item.opened', item: kycLine }));
  const user = userEvent.setup();
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  await press('Reject a document');
  await fillIn(user, screen.getByRole('textbox', { name: /^Note/ }), 'Blurred.');
  await press('Back to list');
  expect(screen.getByText('Not sent yet.')).toBeTruthy();
  await expectPresentable();
  await press('Open');
  expect((screen.getByRole('textbox', { name: /^Note/ }) as HTMLTextAreaElement).value).toBe('Blurred.');
});

test('support may freeze, and is told why it lifts nothing', async () => {
  const { area } = freezes({ data: [frozenAccount], meta: { next: null } }, 'support');
  draw(<FreezesScreen area={area as never} />);
  await arrives(() => area.send({ type: 'item.opened', item: frozenAccount }));
  expect(text()).toContain('Your role can’t lift freezes.');
  expect(text()).toContain('Your role can’t propose recoveries.');
});
