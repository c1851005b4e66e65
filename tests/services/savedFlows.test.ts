import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Session } from '../../contract/auth.ts';
import { keepMessage } from '../../src/app/wiring/keepMessage.ts';
import { createServices } from '../../src/app/wiring/services.ts';
import { paymentFlows, type SavedFlow } from '../../src/machines/core/savedFlow.ts';
import { walletDepositFlow } from '../../src/machines/deposit/walletDeposit.ts';
import { sentFlow } from '../../src/machines/support/message.ts';
import { createSavedFlows } from '../../src/services/core/savedFlows.ts';
import { createLocalStore } from '../../src/services/core/storage.ts';
import { adoptEarlierPayments } from '../../src/services/money/earlierPayments.ts';
import { vera } from '../support/people.ts';
import { hash, sentRecord } from '../support/walletDeposit.ts';

const otherId = '0f9a3c52-1111-4222-8333-444455556666';
const other: Session = { ...vera, user: { ...vera.user, id: otherId } };
const store = createLocalStore();
const payments = ['payment', 'exchange'];
let who: Session | null;
const records = createSavedFlows(store, { current: () => who }, payments);
const sent = {
  step: 'sent',
  values: { token: 'USDT', amount: '5' },
  key: '7d1f0c1e-0000-4000-8000-000000000001',
  quote: { id: 'q', total: '5.5' },
} as const;

beforeEach(() => {
  localStorage.clear();
  who = vera;
});

test('a flow comes back as it was left, to its person and to its flow alone', () => {
  records.keep('send', sent);
  expect(createSavedFlows(store, { current: () => vera }, payments).read('send')).toMatchObject(sent);
  expect(records.read('withdraw')).toBeNull();
  who = other;
  expect(records.read('send')).toBeNull();
});

test('what was kept when sending and withdrawing were two flows goes on in the one they are now, what was sent first', () => {
  const draft = { step: 'drafting', values: { amount: '1' }, key: null, quote: null } as const;
  records.keep('send', draft);
  records.keep('withdraw', sent);
  adoptEarlierPayments(records);
  expect(records.read('payment')).toMatchObject(sent);
  expect(records.read('withdraw')).toBeNull();
  expect(records.read('send')).toMatchObject(draft);
  records.keep('payment', { ...sent, step: 'reviewing', key: null });
  adoptEarlierPayments(records);
  expect(records.read('payment')?.step).toBe('reviewing');
  records.keep('payment', null);
  adoptEarlierPayments(records);
  expect(records.read('payment')).toMatchObject(draft);
  records.keep('payment', null);
  adoptEarlierPayments(records);
  expect(records.read('payment')).toBeNull();
});

test('the drafts that were put aside are part of it', () => {
  const aside = [{ values: { token: 'ZST', amount: '15' }, quote: { id: 'q' } }];
  records.keep('send', { ...sent, aside });
  expect(records.read('send')?.aside).toEqual(aside);
});

test('it outlives the session, and comes back when its person does', () => {
  records.keep('send', sent);
  who = null;
  expect(records.read('send')).toBeNull();
  records.keep('send', null);
  records.keep('exchange', sent);
  who = vera;
  expect(records.read('send')).toMatchObject(sent);
  expect(records.read('exchange')).toBeNull();
});

test('a sign-out forgets all of a person’s flows, and nobody else’s, and nothing else', () => {
  records.keep('send', sent);
  records.keep('exchange', { step: 'drafting', values: { amount: '1' }, key: null, quote: null });
  localStorage.setItem('theme', 'dark');
  who = other;
  records.keep('send', sent);
  who = vera;
  records.leave();
  expect(Object.keys(localStorage).sort()).toEqual([`flow.send.${otherId}`, 'theme']);
});

test('a sign-out forgets the replies that were being written, those of the person alone', () => {
  const reply = { ...sent, step: 'drafting', key: null } as const;
  const flow = `reply.${otherId}`;
  records.keep(flow, reply);
  who = { ...vera, user: { ...vera.user, id: `x.${vera.user.id}` } };
  records.keep(flow, reply);
  who = vera;
  records.leave();
  expect(Object.keys(localStorage)).toEqual([`flow.${flow}.x.${vera.user.id}`]);
});

describe('a payment that was sent', () => {
  const aside = [{ values: { amount: '15' }, quote: null }];

  test('outlives a sign-out without the drafts beside it, is found again by its person, and by nobody else', () => {
    records.keep('payment', { ...sent, aside });
    records.keep('exchange', { ...sent, step: 'proving' });
    records.leave();
    who = other;
    expect(records.read('payment')).toBeNull();
    records.leave();
    who = vera;
    expect(records.read('payment')).toMatchObject(sent);
    expect(records.read('payment')?.aside).toBeUndefined();
    expect(records.read('exchange')).toBeNull();
  });

  test.each([
    ['payment', 'sent', ['payment']],
    ['exchange', 'sent', ['exchange']],
    ['payment', 'drafting', []],
    ['exchange', 'proving', []],
    ['ticket', 'sent', []],
  ] as const)('is told for the flow %s that is %s: %j', (flow, step, flows) => {
    records.keep(flow, { ...sent, step });
    expect(records.sent()).toEqual(flows);
    who = other;
    expect(records.sent()).toEqual([]);
  });

  test.each(['', hash])('may be a deposit that a wallet was asked for: %j', (known) => {
    const kept = createSavedFlows(store, { current: () => who }, paymentFlows);
    const deposit = sentRecord(known);
    kept.keep(walletDepositFlow, deposit);
    expect(kept.sent()).toEqual([walletDepositFlow]);
    kept.leave();
    expect(kept.read(walletDepositFlow)).toMatchObject(deposit);
    kept.keep(walletDepositFlow, { ...deposit, step: 'drafting' });
    expect(kept.sent()).toEqual([]);
    kept.leave();
    expect(kept.read(walletDepositFlow)).toBeNull();
  });

  test('goes with a closed account', () => {
    records.keep('payment', sent);
    records.forget(vera.user.id);
    expect(localStorage.length).toBe(0);
  });
});

describe('a message to support, whose form two tabs have open', () => {
  const flow = 'newTicket';
  const draft = { step: 'drafting', values: { message: 'I' }, key: null, quote: null } as const;
  const later = { ...sent, key: '7d1f0c1e-0000-4000-8000-000000000002' } as const;
  const openTab = () => {
    const tab = createSavedFlows(store, { current: () => who }, payments);
    return {
      ...tab,
      found: tab.read(sentFlow(flow)) ?? tab.read(flow),
      keepMessage: (name: string, record: SavedFlow | null) => keepMessage(tab, name, record),
    };
  };

  test('keeps the key of what one has sent beside the draft of the other, and neither goes with the other', () => {
    const [one, other] = [openTab(), openTab()];
    one.keepMessage(flow, draft);
    one.keepMessage(flow, sent);
    other.keepMessage(flow, draft);
    expect(openTab().found).toMatchObject(sent);
    one.keepMessage(flow, null);
    one.keepMessage(flow, null);
    expect(openTab().found).toMatchObject(draft);
    other.keepMessage(flow, null);
    expect(localStorage.length).toBe(0);
  });

  test('that one has sent is not replaced by what the other sends, whose draft stays until its outcome is known', () => {
    const [one, other] = [openTab(), openTab()];
    one.keepMessage(flow, sent);
    other.keepMessage(flow, draft);
    other.keepMessage(flow, later);
    expect(openTab().found).toMatchObject(sent);
    one.keepMessage(flow, null);
    expect(openTab().found).toMatchObject(draft);
    other.keepMessage(flow, later);
    expect(openTab().found).toMatchObject(later);
    other.keepMessage(flow, null);
    expect(localStorage.length).toBe(0);
  });

  test('that was found by the other is deleted by whichever hears that it arrived', () => {
    openTab().keepMessage(flow, sent);
    const other = openTab();
    other.keepMessage(flow, other.found);
    other.keepMessage(flow, null);
    expect(localStorage.length).toBe(0);
  });

  test('that is changed after it was sent is a draft again', () => {
    const tab = openTab();
    tab.keepMessage(flow, sent);
    tab.keepMessage(flow, draft);
    expect(openTab().found).toMatchObject(draft);
    expect(localStorage.length).toBe(1);
  });

  test('that an earlier version has sent goes on under its key', () => {
    records.keep(flow, sent);
    const tab = openTab();
    tab.keepMessage(flow, tab.found);
    expect(Object.keys(localStorage)).toEqual([`flow.${flow}-sent.${vera.user.id}`]);
    expect(openTab().found).toMatchObject(sent);
  });

  test.each([flow, `reply.${otherId}`])('is forgotten with a sign-out: %s', (name) => {
    const [one, other] = [openTab(), openTab()];
    one.keepMessage(name, sent);
    other.keepMessage(name, draft);
    expect(localStorage.length).toBe(2);
    one.leave();
    expect(localStorage.length).toBe(0);
  });
});

describe('a dialog that was left for the identity provider', () => {
  const dialog = { step: 'drafting', values: { dialog: 'password' }, key: null, quote: null } as const;
  beforeEach(() => sessionStorage.clear());

  test('is there again in its own tab, over a reload, and in no other', () => {
    localStorage.setItem('user', JSON.stringify(vera.user));
    localStorage.setItem('auth_token', vera.token);
    const recordsOfPage = () => {
      const services = createServices('');
      onTestFinished(services.close);
      return services.records;
    };
    recordsOfPage().keep('access', dialog);
    expect(recordsOfPage().read('access')).toMatchObject(dialog);
    // Another tab of the browser has the same local storage, and a session storage of its own.
    sessionStorage.clear();
    expect(recordsOfPage().read('access')).toBeNull();
  });

  test('is forgotten with a sign-out', () => {
    const tab = { flows: ['access'], store: createLocalStore(() => sessionStorage) };
    const kept = createSavedFlows(store, { current: () => vera }, payments, tab);
    kept.keep('access', dialog);
    kept.leave();
    expect(sessionStorage.length).toBe(0);
  });
});

test.each([90_000, undefined, 'soon', null])(
  'until when a payment may arrive is part of it; %s loses nothing else',
  (until) => {
    localStorage.setItem(`flow.send.${vera.user.id}`, JSON.stringify({ version: 1, ...sent, until }));
    expect(records.read('send')).toMatchObject(sent);
    expect(records.read('send')?.until).toBe(until === 90_000 ? until : undefined);
  },
);

describe('storage that holds something else', () => {
  test.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['another version', JSON.stringify({ version: 2, ...sent })],
    ['a step that nobody knows', JSON.stringify({ version: 1, ...sent, step: 'paid' })],
    ['values that are no text', JSON.stringify({ version: 1, ...sent, values: { amount: 5 } })],
    ['a key that is no text', JSON.stringify({ version: 1, ...sent, key: 7 })],
  ])('is no record: %s', (_, text) => {
    localStorage.setItem(`flow.send.${vera.user.id}`, text);
    expect(records.read('send')).toBeNull();
  });
});

describe('a browser without room', () => {
  /** A store that has room for so many characters. */
  function small(most: number) {
    const kept = new Map<string, string>();
    return {
      read: (key: string) => kept.get(key) ?? null,
      write(key: string, value: string) {
        const others = [...kept].filter(([each]) => each !== key);
        const taken = others.reduce((sum, [name, text]) => sum + name.length + text.length, 0);
        if (taken + key.length + value.length > most) return false;
        kept.set(key, value);
        return true;
      },
      remove: (key: string) => void kept.delete(key),
      keys: () => [...kept.keys()],
    };
  }
  const draft = { step: 'drafting', values: { amount: '1' }, key: null, quote: null } as const;
  const long = { ...draft, values: { amount: '1'.repeat(900) } };

  test('gives up what was read last, and says that the record is kept', () => {
    const full = small(1_000);
    full.write('last_read', 'x'.repeat(900));
    const kept = createSavedFlows(full, { current: () => vera }, payments);
    expect(kept.keep('payment', sent)).toBe(true);
    expect([kept.read('payment'), full.read('last_read')]).toMatchObject([sent, null]);
  });

  test('says so when that is not enough, and keeps no older record either, which a reload would go on with', () => {
    const kept = createSavedFlows(small(500), { current: () => vera }, payments);
    expect(kept.keep('payment', draft)).toBe(true);
    expect(kept.keep('payment', long)).toBe(false);
    expect(kept.read('payment')).toBeNull();
    expect(kept.keep('payment', null)).toBe(true);
  });

  test('never loses the key of what was sent', () => {
    const kept = createSavedFlows(small(500), { current: () => vera }, payments);
    expect(kept.keep('payment', sent)).toBe(true);
    expect(kept.keep('payment', { ...long, step: 'sent', key: sent.key })).toBe(true);
    expect(kept.read('payment')).toMatchObject(sent);
  });

  test('that has kept a review keeps the payment too', () => {
    const review = { ...sent, step: 'reviewing', key: null } as const;
    const key = `flow.payment.${vera.user.id}`;
    for (let most = 0; most < 600; most++) {
      const kept = createSavedFlows(small(most), { current: () => vera }, payments);
      if (kept.keep('payment', review)) expect([most, kept.keep('payment', sent)]).toEqual([most, true]);
      else expect(most).toBeLessThan(key.length + JSON.stringify(review).length + 120);
    }
  });
});

test('a browser that keeps nothing is no hindrance', () => {
  const none = createSavedFlows(
    { read: () => null, write: () => false, remove: () => {}, keys: () => [] },
    { current: () => vera },
    payments,
  );
  expect(none.keep('send', sent)).toBe(false);
  none.leave();
  expect(none.read('send')).toBeNull();
});
