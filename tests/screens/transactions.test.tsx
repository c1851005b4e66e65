import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { DepositAddress } from '../../contract/addresses.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Page } from '../../contract/paging.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { PaymentQuoteRequest, Transaction, TransactionQuote } from '../../contract/transactions.ts';
import type { Wallet } from '../../contract/wallet.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import {
  type PaymentRef,
  paymentReviewMachine,
  paymentSubmissionMachine,
  sendMachine,
  withdrawMachine,
} from '../../src/machines/money/paymentMachine.ts';
import {
  depositsMachine,
  paymentWalletMachine,
  receiveAddressMachine,
} from '../../src/machines/money/transactionsArea.ts';
import TransactionsScreen from '../../src/screens/transactions/TransactionsScreen.tsx';
import { asChild, manualCall } from '../support/actors.ts';
import { signedInInput } from '../support/areas.ts';
import { heldTabLock, lookAlike, outsideAddress, paymentDone, paymentQuote } from '../support/moneyFlow.ts';
import { actorAt, reachableSnapshots } from '../support/paths.ts';
import { paymentExplorations, quietPayment, quietPaymentReview } from '../support/payment.ts';
import { preferencesActor } from '../support/preferences.ts';
import { arrives, describedBy, draw, expectPresentable, type Language, languages, text } from './draw.tsx';
import { fullWallet } from './figures.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');
const now = () => noon;
const mine: DepositAddress = {
  token: 'USDT',
  network: 'Zesto Testnet',
  address: outsideAddress,
  uri: `ethereum:0x0000000000000000000000000000000000000001@31337/transfer?address=${outsideAddress}`,
};
const tokens = fullWallet.tokens.map((token) => ({ ...token, available: '100', minimum_withdrawal: '5' }));
const coming: Transaction = {
  ...paymentDone,
  id: 'd-1',
  kind: 'deposit',
  status: 'processing',
  amount: '42',
  confirmations: { seen: 3, needed: 12 },
  counterparty: null,
  can_cancel: false,
};

const notifications = createActor(toastsMachine, { input: { now } });

interface Scene {
  language?: Language;
  search?: string;
  hideBalances?: boolean;
  /** In place of a payment that is really going on. */
  payment?: PaymentRef;
}

/** The screen at an address, with real flows, whose calls a test answers by hand. */
function start({
  language = 'en',
  search = '?tab=send&token=USDT',
  hideBalances = false,
  payment,
}: Scene = {}) {
  const isWithdrawal = search.includes('withdraw');
  const quote = manualCall<TransactionQuote, { readonly request: PaymentQuoteRequest }>();
  const pay = manualCall<Transaction, { readonly request: TransactionQuote; readonly key: string }>();
  const operation = manualCall<Operation, { readonly key: string }>();
  const wallet = manualCall<Loaded<Wallet>, ReadRequest>();
  const address = manualCall<Loaded<DepositAddress>, ReadRequest>();
  const deposits = manualCall<Loaded<Page<Transaction>>, ReadRequest>();
  const flow = (isWithdrawal ? withdrawMachine : sendMachine).provide({
    actors: {
      tabLock: heldTabLock,
      quoteReview: paymentReviewMachine.provide({ actors: { requestQuote: quote.logic } }),
      submission: paymentSubmissionMachine.provide({
        actors: { send: pay.logic, readOperation: operation.logic },
      }),
    },
    actions: { keepRecord: () => {} },
  });
  const given = signedInInput(now, notifications);
  const real = payment ?? asChild(flow, { ...given, prefill: { token: 'USDT' } }).child;
  const balances = createActor(paymentWalletMachine.provide({ actors: { load: wallet.logic } }), {
    input: { now },
  }).start();
  draw(
    <TransactionsScreen
      search={search}
      send={real}
      withdraw={real}
      wallet={balances}
      address={createActor(receiveAddressMachine.provide({ actors: { load: address.logic } }), {
        input: { now, key: 'USDT' },
      }).start()}
      deposits={createActor(depositsMachine.provide({ actors: { load: deposits.logic } }), {
        input: { now, key: 'kind=deposit&token=USDT&per_page=10' },
      }).start()}
      preferences={preferencesActor(hideBalances)}
    />,
    language,
  );
  return {
    quote,
    pay,
    operation,
    flow: real,
    standing: given.standing,
    address,
    deposits,
    user: userEvent.setup(),
    arrives,
    rich: (changed: Partial<Wallet['tokens'][number]> = {}) =>
      arrives(() => {
        const own = tokens.map((token) => ({ ...token, ...changed }));
        wallet.last().answer({ data: { ...fullWallet, tokens: own }, loadedAt: noon });
        real.send({ type: 'balances.known', tokens: own });
      }),
    quoted: (more: Partial<TransactionQuote> = {}) =>
      arrives(() => quote.last().answer(paymentQuote('q', noon, more))),
  };
}

const sendButton = () => screen.getByRole('button', { name: 'Send' });

/** What tells two of them apart for the eye. */
function lookOf(state: ReturnType<typeof reachableSnapshots<typeof quietPayment>>[number]) {
  const { failure, result, errors, aside, prefill } = state.context;
  if (state.matches('drafting')) return [errors, failure?.code, aside.length];
  if (state.hasTag('locked')) return [prefill];
  return state.matches('settled') ? [result !== null] : [];
}

const unknownOutcome = {
  en: 'We don’t know yet if this went through',
  ru: 'Пока не знаем, прошла ли операция',
};

const { flow, review } = paymentExplorations();

/** One of each that looks different. */
const snapshots = [
  ...new Map(
    reachableSnapshots(quietPayment, flow).map(
      (snapshot) => [JSON.stringify([snapshot.value, lookOf(snapshot)]), snapshot] as const,
    ),
  ),
];
const reviews = [
  ...new Map(
    reachableSnapshots(quietPaymentReview, review)
      .filter(({ status }) => status === 'active')
      .map((snapshot) => {
        const { quote, agreed } = snapshot.context;
        return [JSON.stringify([snapshot.value, quote?.id, agreed?.id]), snapshot] as const;
      }),
  ),
];
const at = (value: unknown) => {
  const found = snapshots.find(([, snapshot]) => JSON.stringify(snapshot.value) === JSON.stringify(value));
  if (!found) throw new Error('there is no such state');
  return found[1];
};
const reviewAt = (value: unknown) => {
  const found = reviews.find(([, snapshot]) => JSON.stringify(snapshot.value) === JSON.stringify(value));
  if (!found) throw new Error('there is no such state of the review');
  return { quoteReview: found[1] };
};

// React Aria's announcer says for seconds what a button of the last test was waiting for.
beforeEach(() => document.querySelector('[data-live-announcer]')?.remove());

describe.each(languages)('in %s', (language) => {
  test.each(snapshots)('state %s is presentable', async (_, snapshot) => {
    start({ language, payment: actorAt(quietPayment, snapshot) as PaymentRef });
    await expectPresentable();
  });

  test.each(reviews)('the review %s is presentable', async (_, quoteReview) => {
    start({ language, payment: actorAt(quietPayment, at('reviewing'), { quoteReview }) as PaymentRef });
    await expectPresentable();
  });

  test.each(
    (['isOffline', 'isFrozen'] as const).flatMap((reason) =>
      (
        [
          [{ drafting: 'filling' }, undefined],
          ['reviewing', { reviewing: 'offered' }],
          ['reviewing', 'over'],
        ] as const
      ).map(([here, inside]) => [reason, JSON.stringify([here, inside]), here, inside] as const),
    ),
  )('with %s, %s is presentable', async (reason, _, here, inside) => {
    const snapshot = at(here);
    const account = { isOffline: false, isFrozen: false, [reason]: true };
    const still = { ...snapshot, context: { ...snapshot.context, account } };
    const children = inside ? reviewAt(inside) : {};
    start({ language, payment: actorAt(quietPayment, still, children) as PaymentRef });
    await expectPresentable();
  });

  test.each(['?tab=withdraw', '?tab=receive&token=USDT', '?tab=nonsense&token=DOGE'])(
    'at %s, with and without its data, it is presentable',
    async (search) => {
      const it = start({ language, search });
      await expectPresentable();
      await it.rich({ withdrawals_enabled: false });
      if (search.includes('receive')) {
        await it.arrives(() => it.address.last().answer({ data: mine, loadedAt: noon }));
        await it.arrives(() =>
          it.deposits.last().answer({
            data: { data: [coming], meta: { page: 1, per_page: 10, total: 1 } },
            loadedAt: noon,
          }),
        );
      }
      await expectPresentable();
    },
  );

  test('what is not known yet, and what has not arrived, is presentable', async () => {
    const it = start({ language });
    await it.rich();
    await it.user.type(screen.getAllByRole('textbox')[0] as Element, '10');
    await it.user.type(screen.getAllByRole('textbox')[1] as Element, outsideAddress);
    await it.user.keyboard('{Enter}');
    await it.quoted();
    await it.user.click(screen.getByRole('button', { name: language === 'en' ? 'Send' : 'Отправить' }));
    await it.arrives(() => it.pay.last().fail('NETWORK'));
    screen.getByText(unknownOutcome[language]);
    document.querySelector('[data-live-announcer]')?.remove();
    await it.arrives(() => it.standing.send({ type: 'connection.changed', isOffline: true }));
    await expectPresentable();
    await it.arrives(() => it.standing.send({ type: 'connection.changed', isOffline: false }));
    document.querySelector('[data-live-announcer]')?.remove();
    await expectPresentable();
    await it.arrives(() => it.operation.last().fail('NOT_FOUND', { requestId: 'r' }));
    await expectPresentable();
  });
});

describe('a person', () => {
  /** As far as the review. */
  async function reviewing(scene: Scene = {}, more: Partial<TransactionQuote> = {}) {
    const it = start(scene);
    await it.rich();
    await it.user.type(screen.getByRole('textbox', { name: 'Amount' }), '10');
    await it.user.type(screen.getByRole('textbox', { name: 'Recipient address' }), outsideAddress);
    await it.user.keyboard('{Enter}');
    await it.quoted(more);
    return it;
  }

  test('sees what leaves, the fee, what arrives, what is left, and whom it reaches', async () => {
    await reviewing();
    expect(text()).toContain('Total deducted11.25 USDT');
    expect(text()).toContain('Fee1.25 USDT');
    expect(text()).toContain('Recipient gets10.00 USDT');
    expect(text()).toContain('Balance after88.75 USDT');
    expect(text()).toContain('You haven’t sent to this address before.');
    expect(text()).toContain('once sent, funds can’t be recovered');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Review and confirm' }));
  });

  test('is stopped at an address that looks like a known one until they say that they have compared', async () => {
    const it = await reviewing({}, { recipient: lookAlike });
    expect(sendButton().getAttribute('aria-disabled')).toBe('true');
    expect(describedBy(sendButton())).toContain('Compare the two addresses first.');
    await it.user.click(sendButton());
    expect(it.pay.calls).toHaveLength(0);
    const marked = [...document.querySelectorAll('mark')].map((mark) => text(mark));
    expect(marked).toHaveLength(16);
    expect(marked[0]).toBe('1609 (different)');
    await it.user.click(screen.getByRole('button', { name: 'Confirm the first address' }));
    await it.user.click(sendButton());
    expect(it.pay.calls).toHaveLength(1);
  });

  test('sends once, however often they press, and is told where it is', async () => {
    const it = await reviewing();
    await it.user.dblClick(sendButton());
    expect(it.pay.calls).toHaveLength(1);
    await it.arrives(() => it.pay.last().answer(paymentDone));
    expect(screen.getByRole('heading', { name: 'Transaction sent' })).toBe(document.activeElement);
    expect(text()).toContain('Reserved: 11.25 USDT.');
    expect(screen.getByRole('link', { name: 'View in History' }).getAttribute('href')).toBe(
      `/transactions/history?id=${paymentDone.id}`,
    );
  });

  test('presses Max: everything is asked for, and typing takes that back', async () => {
    const it = start();
    await it.rich();
    await it.user.type(screen.getByRole('textbox', { name: 'Recipient address' }), outsideAddress);
    await it.user.click(screen.getByRole('button', { name: /full available balance/ }));
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '100');
    await it.user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(it.quote.last().input.request.amount).toBe('max');
    await it.quoted({ amount: '98.75', total: '100' });
    expect(text()).toContain('Balance after0.00 USDT');
    await it.user.click(screen.getByRole('button', { name: 'Change' }));
    await it.user.type(screen.getByRole('textbox', { name: 'Amount' }), '{Backspace}');
    await it.user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(it.quote.last().input.request.amount).toBe('10');
  });

  test('is told at the field what is wrong, and above the form', async () => {
    const it = start();
    await it.rich();
    await it.user.type(screen.getByRole('textbox', { name: 'Amount' }), '100,1');
    await it.user.type(screen.getByRole('textbox', { name: 'Recipient address' }), '0x12345678{Enter}');
    expect(it.quote.calls).toHaveLength(0);
    expect(describedBy(screen.getByRole('textbox', { name: 'Amount' }))).toContain(
      'Your available balance is too low.',
    );
    expect(describedBy(screen.getByRole('textbox', { name: 'Recipient address' }))).toContain(
      '42 characters, starting with 0x.',
    );
    expect(text()).toContain('2 fields need a change');
  });

  test('cannot withdraw what is switched off, and reads why', async () => {
    const it = start({ search: '?tab=withdraw' });
    await it.rich({ withdrawals_enabled: false });
    const button = screen.getByRole('button', { name: 'Continue' });
    expect(describedBy(button)).toContain('Withdrawals are temporarily unavailable.');
    await it.user.type(screen.getByRole('textbox', { name: 'Amount' }), '10');
    await it.user.type(
      screen.getByRole('textbox', { name: 'Recipient address' }),
      `${outsideAddress}{Enter}`,
    );
    await it.user.click(button);
    expect(it.quote.calls).toHaveLength(0);
    expect(text()).toContain('Minimum withdrawal5.00 USDT');
  });

  test('offline, frozen and free again: the button says why, does nothing, and goes on by itself', async () => {
    const it = await reviewing();
    await it.arrives(() => it.standing.send({ type: 'connection.changed', isOffline: true }));
    expect(describedBy(sendButton())).toBe('You’re offline. Connect to the internet to continue.');
    await it.user.click(sendButton());
    expect(it.pay.calls).toHaveLength(0);
    await it.arrives(() => it.standing.send({ type: 'account.told', isFrozen: true }));
    expect(describedBy(sendButton())).toBe('Your account is frozen. Contact support to find out why.');
    await it.user.click(sendButton());
    await it.arrives(() => {
      it.standing.send({ type: 'account.told', isFrozen: false });
      it.standing.send({ type: 'connection.changed', isOffline: false });
    });
    await it.user.click(sendButton());
    expect(it.pay.calls).toHaveLength(1);
  });

  test('sees no balance while balances are hidden', async () => {
    const it = start({ hideBalances: true });
    await it.rich({ available: '77.5', pending: '66.5' });
    expect(text()).not.toMatch(/77|66/);
    await it.user.type(screen.getByRole('textbox', { name: 'Amount' }), '10');
    await it.user.type(
      screen.getByRole('textbox', { name: 'Recipient address' }),
      `${outsideAddress}{Enter}`,
    );
    await it.quoted();
    expect(text()).toContain('Recipient gets10.00 USDT');
    expect(text()).toContain('Balance after••••••hidden USDT');
  });

  test('who comes with another token starts fresh, and goes on with the old draft or drops it', async () => {
    const it = start();
    await it.rich();
    const amount = () => screen.getByRole('textbox', { name: 'Amount' });
    await it.user.type(amount(), '15');
    await it.arrives(() => it.flow.send({ type: 'address.shown', prefill: { token: 'ZST' } }));
    expect(amount()).toHaveProperty('value', '');
    await it.user.type(amount(), '2');
    await it.user.click(screen.getByRole('button', { name: 'Continue with 15 USDT' }));
    expect(amount()).toHaveProperty('value', '15');
    await it.user.click(screen.getByRole('button', { name: 'Discard 2 ZST' }));
    expect(screen.queryByRole('region', { name: 'Unfinished draft' })).toBeNull();
    expect(amount()).toHaveProperty('value', '15');
  });

  test('who comes with another token while a payment is sent sees that one first, and reads why', async () => {
    const it = await reviewing();
    await it.user.click(sendButton());
    expect(screen.queryByText(/Your previous transaction isn’t complete yet/)).toBeNull();
    await it.arrives(() => it.flow.send({ type: 'address.shown', prefill: { token: 'ZST' } }));
    expect(screen.getByText(/Your previous transaction isn’t complete yet/)).toBeTruthy();
    expect(text()).toContain('Recipient gets10.00 USDT');
  });

  test('receives at an address as a code and as text, with the warning, and never at another token’s', async () => {
    const it = start({ search: '?tab=receive&token=STO' });
    await it.arrives(() => it.address.last().answer({ data: mine, loadedAt: noon }));
    expect(screen.queryByRole('img')).toBeNull();
  });

  test('is told by the sentence of the specification that there is no address, and tries again', async () => {
    const it = start({ search: '?tab=receive&token=USDT' });
    await it.arrives(() => it.address.last().fail('UNAVAILABLE'));
    expect(text()).toContain('Failed to generate wallet address');
    await it.user.click(screen.getByRole('button', { name: 'Try again' }));
    await it.arrives(() => it.address.last().answer({ data: mine, loadedAt: noon }));
    expect(screen.getByRole('img', { name: 'QR code of your USDT address' })).toBeTruthy();
    expect(text()).toContain('Send only USDT on the');
    expect(screen.getByRole('link', { name: 'Open wallet app' }).getAttribute('href')).toBe(mine.uri);
  });
});
