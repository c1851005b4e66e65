import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { type AnyEventObject, createActor, fromCallback } from 'xstate';
import type { AddressBook, SavedAddress } from '../../contract/addressBook.ts';
import type { DepositAddress } from '../../contract/addresses.ts';
import type { Failure } from '../../contract/failure.ts';
import type { FailureCode } from '../../contract/failureCodes.ts';
import type { LeavingLimits } from '../../contract/limits.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Page } from '../../contract/paging.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type {
  FeeBasis,
  PaymentQuoteRequest,
  Transaction,
  TransactionQuote,
} from '../../contract/transactions.ts';
import type { User } from '../../contract/user.ts';
import type { Wallet } from '../../contract/wallet.ts';
import { buttonClasses } from '../../src/components/base/buttonClasses.ts';
import { classes } from '../../src/components/base/classes.ts';
import { savingAddress } from '../../src/machines/addressBook/addressBookQuery.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import {
  type PaymentRef,
  paymentMachine,
  paymentReviewMachine,
  paymentSubmissionMachine,
} from '../../src/machines/money/paymentMachine.ts';
import { recentPaymentsMachine } from '../../src/machines/money/recentRecipients.ts';
import {
  recipientBookMachine,
  savedRecipientsMachine,
} from '../../src/machines/money/savedRecipientsMachine.ts';
import { scanMachine } from '../../src/machines/money/scanMachine.ts';
import {
  depositsMachine,
  paymentWalletMachine,
  receiveAddressMachine,
} from '../../src/machines/money/transactionsArea.ts';
import { instantText, timeText } from '../../src/screens/core/dates.ts';
import { FactorAdvice } from '../../src/screens/transactions/FactorAdvice.tsx';
import { FeeNote } from '../../src/screens/transactions/FeeNote.tsx';
import '../../src/screens/money/FrozenAccount.tsx';
import TransactionsScreen from '../../src/screens/transactions/TransactionsScreen.tsx';
import { asChild, failure, manualCall } from '../support/actors.ts';
import { signedInInput } from '../support/areas.ts';
import { fillIn } from '../support/fillIn.ts';
import { heldTabLock, lookAlike, outsideAddress, paymentDone, paymentQuote } from '../support/moneyFlow.ts';
import { actorAt, reachableSnapshots } from '../support/paths.ts';
import { paymentExplorations, quietPayment, quietPaymentReview } from '../support/payment.ts';
import { preferencesActor } from '../support/preferences.ts';
import {
  arrives,
  describedBy,
  draw,
  everyState,
  expectPresentable,
  type Language,
  languages,
  spinnerGone,
  text,
  typeAndPause,
} from './draw.tsx';
import { fullWallet } from './figures.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');
const now = () => noon;
const mine: DepositAddress = {
  token: 'USDT',
  network: 'Zesto Testnet',
  address: outsideAddress,
  uri: `ethereum:0x0000000000000000000000000000000000000001@31337/transfer?address=${outsideAddress}`,
};
const contract = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const tokens = fullWallet.tokens.map((token) => ({
  ...token,
  available: '100',
  minimum_withdrawal: '5',
  withdrawal_fee: '1.25',
  maximum_payment: '1000000',
}));
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

const pageOf = (data: readonly Transaction[]): Page<Transaction> => ({
  data: [...data],
  meta: { page: 1, per_page: 10, total: data.length },
});

const toasts = createActor(toastsMachine, { input: { now } });

interface Scene {
  language?: Language;
  search?: string;
  hideBalances?: boolean;
  freeze?: User['freeze'];
  /** In place of a payment that is really going on. */
  payment?: PaymentRef;
}

/** The screen at an address, with real flows, whose calls a test answers by hand. */
function start({
  language = 'en',
  search = '?tab=send&token=USDT',
  hideBalances = false,
  payment,
  freeze = null,
}: Scene = {}) {
  const quote = manualCall<TransactionQuote, { readonly request: PaymentQuoteRequest }>();
  const pay = manualCall<Transaction, { readonly request: TransactionQuote; readonly key: string }>();
  const operation = manualCall<Operation, { readonly key: string }>();
  const wallet = manualCall<Loaded<Wallet>, ReadRequest>();
  const address = manualCall<Loaded<DepositAddress>, ReadRequest>();
  const deposits = manualCall<Loaded<Page<Transaction>>, ReadRequest>();
  const camera = { sees: (_: AnyEventObject) => {} };
  const book = manualCall<Loaded<AddressBook>, ReadRequest>();
  const recent = manualCall<Loaded<readonly Transaction[]>, ReadRequest>();
  const flow = paymentMachine.provide({
    actors: {
      tabLock: heldTabLock,
      quoteReview: paymentReviewMachine.provide({ actors: { requestQuote: quote.logic } }),
      submission: paymentSubmissionMachine.provide({
        actors: { send: pay.logic, readOperation: operation.logic },
      }),
    },
    actions: { keepRecord: () => {} },
  });
  const given = signedInInput(now, toasts);
  const real = payment ?? asChild(flow, { ...given, prefill: { token: 'USDT' } }).child;
  const balances = createActor(paymentWalletMachine.provide({ actors: { load: wallet.logic } }), {
    input: { now },
  }).start();
  const incoming = createActor(depositsMachine.provide({ actors: { load: deposits.logic } }), {
    input: { now, key: 'kind=deposit&token=USDT&per_page=100' },
  }).start();
  const recipients = createActor(
    savedRecipientsMachine.provide({
      actors: {
        book: recipientBookMachine.provide({ actors: { load: book.logic } }),
        recent: recentPaymentsMachine.provide({ actors: { load: recent.logic } }),
        scan: scanMachine.provide({
          actors: {
            scanCodes: fromCallback<AnyEventObject>(({ sendBack }) => {
              camera.sees = sendBack;
            }),
          },
        }),
      },
    }),
    { input: { now } },
  ).start();
  draw(
    <TransactionsScreen
      search={search}
      payment={real}
      wallet={balances}
      address={createActor(receiveAddressMachine.provide({ actors: { load: address.logic } }), {
        input: { now, key: 'USDT' },
      }).start()}
      deposits={incoming}
      recipients={recipients}
      preferences={preferencesActor(hideBalances)}
      freeze={freeze}
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
    book,
    camera,
    recent,
    incoming,
    user: userEvent.setup(),
    arrives,
    walletFails: () => arrives(() => wallet.last().fail('UNAVAILABLE')),
    walletIsOld: () =>
      arrives(() =>
        wallet.last().answer({
          data: { ...fullWallet, tokens },
          loadedAt: noon - 48 * 3_600_000,
          failure: failure('NETWORK'),
        }),
      ),
    rich: (changed: Partial<Wallet['tokens'][number]> = {}, limits: LeavingLimits | null = null) =>
      arrives(() => {
        const own = tokens.map((token) => ({ ...token, ...changed }));
        wallet.last().answer({ data: { ...fullWallet, limits, tokens: own }, loadedAt: noon });
        real.send({ type: 'balances.known', tokens: own });
      }),
    quoted: (more: Partial<TransactionQuote> = {}) =>
      arrives(() => quote.last().answer(paymentQuote('q', noon, more))),
  };
}

const sendButton = () => screen.getByRole('button', { name: /^Send \d/ });

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

describe.each(languages)('in %s', (language) => {
  test.each(everyState(snapshots))('state %s is presentable', { tags: 'long' }, async (_, snapshot) => {
    start({ language, payment: actorAt(quietPayment, snapshot) as PaymentRef });
    await expectPresentable();
  });

  test.each(everyState(reviews))('the review %s is presentable', { tags: 'long' }, async (_, quoteReview) => {
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
    await fillIn(it.user, screen.getAllByRole('textbox')[1] as Element, '10');
    await fillIn(it.user, screen.getAllByRole('textbox')[0] as Element, outsideAddress);
    await it.user.keyboard('{Enter}');
    await it.quoted();
    await it.user.click(
      screen.getByRole('button', { name: language === 'en' ? /^Send \d/ : /^Отправить \d/ }),
    );
    await it.arrives(() => it.pay.last().fail('NETWORK'));
    screen.getByText(unknownOutcome[language]);
    await it.arrives(() => it.standing.send({ type: 'connection.changed', isOffline: true }));
    await expectPresentable();
    await it.arrives(() => it.standing.send({ type: 'connection.changed', isOffline: false }));
    await expectPresentable();
    await it.arrives(() => it.operation.last().fail('NOT_FOUND', { requestId: 'r' }));
    await expectPresentable();
  });
});

const network = {
  ...{ gas_price_gwei: '31.482937465', gas: 65_000, margin: 25 },
  ...{ coin: 'ETH', coin_price: '3000', token_price: '1' },
};
const byNetwork: FeeBasis = { kind: 'network', reason: null, network };
const fixed = (reason: FeeBasis['reason']): FeeBasis => ({ kind: 'fixed', reason, network: null });

test.each<[Language, FeeBasis, string]>([
  ['en', byNetwork, 'Network fee at 31.48 gwei plus a 25% margin.'],
  ['ru', byNetwork, 'Комиссия сети при цене газа 31,48 гвей плюс запас 25 %.'],
  ['en', fixed('network_is_less'), 'Fixed fee. The network fee is lower right now.'],
  ['ru', fixed('network_is_less'), 'Фиксированная комиссия. Комиссия сети сейчас ниже.'],
  ['en', fixed('no_price'), 'Fixed fee. There’s no separate network fee.'],
  ['ru', fixed('no_gas_price'), 'Фиксированная комиссия. Отдельной комиссии сети нет.'],
  ['en', fixed(null), 'Fixed fee.'],
  ['ru', fixed(null), 'Фиксированная комиссия.'],
  ['en', { ...byNetwork, kind: 'unknown' }, ''],
])('in %s a fee of %o was made as: %s', async (language, basis, sentence) => {
  draw(<FeeNote basis={basis} />, language);
  expect(text()).toBe(sentence);
});

test.each<[Language, string]>([
  [
    'en',
    'Your account has no two-factor authentication (2FA). It protects your funds if someone learns your password. Set up 2FA',
  ],
  [
    'ru',
    'У аккаунта нет двухфакторной аутентификации (2FA). Она защитит средства, если кто-то узнает ваш пароль. Настроить 2FA',
  ],
])('in %s whoever has no second factor is advised to add one', async (language, advice) => {
  draw(<FactorAdvice />, language);
  expect(text()).toBe(advice);
});

describe('a person', () => {
  /** As far as the review. */
  async function reviewing(scene: Scene = {}, more: Partial<TransactionQuote> = {}) {
    const it = start(scene);
    await it.rich();
    await fillIn(it.user, screen.getByRole('textbox', { name: 'Amount' }), '10');
    await fillIn(it.user, screen.getByRole('textbox', { name: 'Recipient' }), outsideAddress);
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
    // The costs come before the recipient, whose facts may be long.
    expect(text()).toMatch(/10\.00 USDTFee1\.25 USDTTotal deducted11\.25 USDTTo0x.*Balance after/);
    expect(text()).toContain('You haven’t sent to this address before.');
    expect(text()).toContain('once sent, funds can’t be recovered');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Review and confirm' }));
  });

  test('is told under the fee how it was made', async () => {
    await reviewing({}, { fee_basis: byNetwork });
    expect(text()).toContain('Fee1.25 USDTNetwork fee at 31.48 gwei plus a 25% margin.');
  });

  test('without a second factor is led to add one before the first payment that leaves, and may go on without', async () => {
    await reviewing({}, { factor_advised: true });
    const advice = screen.getByText(/Your account has no two-factor authentication/);
    expect(within(advice).getByRole('link', { name: 'Set up 2FA' }).getAttribute('href')).toBe(
      '/profile#profile-security',
    );
    expect(sendButton()).toHaveProperty('disabled', false);
    await expectPresentable();
  });

  test('with one, or who has paid before, is not led anywhere', async () => {
    await reviewing({}, { factor_advised: false });
    expect(text()).toContain('Recipient gets10.00 USDT');
    expect(screen.queryByRole('link', { name: 'Set up 2FA' })).toBeNull();
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

  test.each([5, 20, 41])(
    'sees which group differs by its character %i, whatever the case of the letters',
    async (at) => {
      const known = outsideAddress.toLowerCase();
      const other = `${known.slice(0, at)}${known[at] === '0' ? '1' : '0'}${known.slice(at + 1)}`;
      await reviewing({}, { recipient: { ...lookAlike, looks_like: other } });
      expect(screen.getByRole('alert').textContent).toContain(
        'Warning: this address looks like one you know',
      );
      const group = 2 + 4 * Math.floor((at - 2) / 4);
      const marked = [...document.querySelectorAll('mark')].map((mark) => text(mark));
      expect(marked).toEqual(
        [outsideAddress, other].map((each) => `${each.slice(group, group + 4)} (different)`),
      );
    },
  );

  test('comes by Withdraw with an address of an account here: it is sent, and called so', async () => {
    const account = { known: true, is_account: true, first_time: false, looks_like: null };
    const it = await reviewing(
      { search: '?tab=withdraw&token=USDT' },
      { kind: 'send', recipient: account, fee: { amount: '0', token: 'USDT' }, total: '10' },
    );
    expect(text()).toContain('This address belongs to a Zesto account, so you’re sending, not withdrawing.');
    expect(text()).toContain('Recipient gets10.00 USDT');
    await it.user.click(sendButton());
    await it.arrives(() => it.pay.last().answer({ ...paymentDone, status: 'completed' }));
    expect(screen.getByRole('heading', { name: 'Transaction sent' })).toBeDefined();
    // What arrives comes first.
    expect(text()).toMatch(/Transaction sentRecipient gets10\.00 USDTDelivered: 10 USDT\./);
  });

  test('comes by Send with an address outside: it is a withdrawal, and called so until its end', async () => {
    const it = await reviewing({}, { kind: 'withdraw' });
    expect(text()).toContain('This is an external address, so this is a withdrawal.');
    await it.user.click(screen.getByRole('button', { name: /^Withdraw 10\sUSDT$/ }));
    await it.arrives(() => it.pay.last().fail('WITHDRAWALS_DISABLED', { requestId: 'r' }));
    expect(screen.getByRole('heading', { name: 'Failed to submit withdrawal request' })).toBeDefined();
    await it.user.click(screen.getByRole('button', { name: 'Edit' }));
    await it.user.click(screen.getByRole('button', { name: 'Continue' }));
    await it.quoted({ kind: 'withdraw' });
    await it.user.click(screen.getByRole('button', { name: /^Withdraw 10\sUSDT$/ }));
    await it.arrives(() => it.pay.last().answer({ ...paymentDone, kind: 'withdraw' }));
    expect(screen.getByRole('heading', { name: 'Withdrawal requested' })).toBeDefined();
  });

  test('keeps the focus on the page when they go back to the form', async () => {
    const it = await reviewing();
    await it.user.click(screen.getByRole('button', { name: 'Edit' }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  test('keeps the focus on the page when another tab takes the payment, and when it comes back', async () => {
    const it = await reviewing();
    await it.user.tab();
    await arrives(() => it.flow.send({ type: 'tabLock.lost' }));
    expect(document.activeElement?.textContent).toBe('Continue here');
    await arrives(() => it.flow.send({ type: 'tabLock.held', record: null }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
  });

  test.each([
    [false, 'Not enough USDT. Available: 2 USDT.'],
    [true, 'Your available balance is too low.'],
  ])(
    'refused because the balance fell says what is available, unless balances are hidden: %s',
    async (isHidden, words) => {
      const it = await reviewing({ hideBalances: isHidden });
      await it.user.click(screen.getByRole('button', { name: /^Send 10\sUSDT$/ }));
      const refusal = {
        fields: { amount: 'insufficient' },
        bound: { amount: '2', token: 'USDT' },
        requestId: 'r',
      } as const;
      await it.arrives(() => it.pay.last().fail('INSUFFICIENT_BALANCE', refusal));
      expect(text()).toContain(words);
      expect(text()).toContain('Stopped: Not completed');
      await expectPresentable();
    },
  );

  test.each(['failed', 'cancelled'] as const)('that has %s since is not ticked off', async (status) => {
    const it = await reviewing({}, { kind: 'withdraw' });
    await it.user.click(screen.getByRole('button', { name: /^Withdraw 10\sUSDT$/ }));
    await it.arrives(() => it.pay.last().answer({ ...paymentDone, kind: 'withdraw', status }));
    const title = screen.getByRole('heading', { name: 'Withdrawal not completed' });
    expect(title.parentElement?.querySelector('svg')?.classList.value).toContain('text-loss');
  });

  test.each([
    ['send', {}],
    ['withdraw', { kind: 'withdraw' }],
  ] as const)('comes by the tab of what it is, %s: nothing more is said of it', async (tab, more) => {
    await reviewing({ search: `?tab=${tab}&token=USDT` }, more);
    expect(text()).not.toMatch(/This (is an external address|address belongs to)/);
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
    await fillIn(it.user, screen.getByRole('textbox', { name: 'Recipient' }), outsideAddress);
    await it.user.click(screen.getByRole('button', { name: /full available balance/ }));
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '100');
    await it.user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(it.quote.last().input.request.amount).toBe('max');
    await it.quoted({ amount: '98.75', total: '100' });
    expect(text()).toContain('Balance after0.00 USDT');
    await it.user.click(screen.getByRole('button', { name: 'Edit' }));
    await it.user.type(screen.getByRole('textbox', { name: 'Amount' }), '{Backspace}');
    await it.user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(it.quote.last().input.request.amount).toBe('10');
  });

  test.each(['20,500', '20,500 USDT'])('types %s in English, and 20500 is asked for', async (typed) => {
    const it = start();
    await it.rich({ available: '100000' });
    await fillIn(it.user, screen.getByRole('textbox', { name: 'Recipient' }), outsideAddress);
    await fillIn(it.user, screen.getByRole('textbox', { name: 'Amount' }), `${typed}{Enter}`);
    expect(it.quote.last().input.request.amount).toBe('20500');
  });

  test.each([
    ['20,50', '20.5'],
    ['20\u00a0500', '20500'],
  ])('types 20.500 in Russian, is asked, means %s, and goes on', async (choice, amount) => {
    const it = start({ language: 'ru' });
    await it.rich({ available: '100000' });
    await fillIn(it.user, screen.getByRole('textbox', { name: 'Получатель' }), outsideAddress);
    const field = screen.getByRole('textbox', { name: 'Сумма' });
    await fillIn(it.user, field, '20.500{Enter}');
    expect(it.quote.calls).toHaveLength(0);
    expect(field).toHaveProperty('value', '20.500');
    expect(describedBy(field)).toContain('Вы имели в\u00a0виду 20,50 или 20\u00a0500?');
    await expectPresentable();
    await it.user.click(screen.getByRole('button', { name: choice }));
    expect(describedBy(field)).not.toContain('Вы имели');
    await it.user.keyboard('{Enter}');
    expect(it.quote.last().input.request.amount).toBe(amount);
  });

  test('is told at the field what is wrong, and above the form', async () => {
    const it = start();
    await it.rich();
    await fillIn(it.user, screen.getByRole('textbox', { name: 'Amount' }), '100,1');
    await fillIn(it.user, screen.getByRole('textbox', { name: 'Recipient' }), '0x12345678{Enter}');
    expect(it.quote.calls).toHaveLength(0);
    expect(describedBy(screen.getByRole('textbox', { name: 'Amount' }))).toContain(
      'Not enough USDT. Available: 100 USDT.',
    );
    expect(describedBy(screen.getByRole('textbox', { name: 'Recipient' }))).toContain(
      'Enter an address of this network (42 characters, starting with 0x), a username or an email.',
    );
    expect(text()).toContain('2 fields need a change');
  });

  test('pastes a payment link, which fills the form and asks for nothing', async () => {
    const it = start();
    await it.rich({ contract: { chain_id: 1, address: contract } });
    const to = screen.getByRole('textbox', { name: 'Recipient' });
    await it.user.click(to);
    await it.user.paste(`ethereum:${contract}@1/transfer?address=${outsideAddress}&uint256=2.5e18`);
    await waitFor(() => expect(to).toHaveProperty('value', outsideAddress));
    expect(screen.getByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '2.5');
    expect(describedBy(to)).toContain('Filled in from a link.');
    expect(it.quote.calls).toHaveLength(0);
  });

  test.each<[Language, string, string]>([
    ['en', `ethereum:${contract}@56/transfer?address=${outsideAddress}`, 'This link is for another network.'],
    ['ru', `ethereum:${contract}@56/transfer?address=${outsideAddress}`, 'Эта ссылка для другой сети.'],
    ['en', `ethereum:${outsideAddress}/transfer?address=${contract}`, 'a token’s contract'],
    ['ru', `ethereum:${contract}/transfer?uint256=1`, 'нет верного адреса получателя'],
  ])(
    'in %s is told at the field why %s cannot be paid by, and keeps what they typed: %s',
    async (language, link, words) => {
      const it = start({ language });
      await it.rich({ contract: { chain_id: 1, address: contract } });
      const [to, amount] = screen.getAllByRole('textbox');
      if (!amount || !to) throw new Error('there are two fields');
      await it.user.type(amount, '7');
      await it.user.click(to);
      await it.user.paste(link);
      await waitFor(() => expect(describedBy(to)).toContain(words));
      expect(to).toHaveProperty('value', link);
      expect(amount).toHaveProperty('value', '7');
      await expectPresentable();
    },
  );

  test('reads what it costs and what arrives while they type', async () => {
    const it = start({ search: '?tab=withdraw&token=USDT' });
    await it.rich();
    expect(text()).toContain('Fee1.25 USDTFor external addresses. Free to a ');
    await it.user.type(screen.getByRole('textbox', { name: 'Amount' }), '10,5');
    expect(text()).toContain('Recipient gets10.50 USDT');
    expect(text()).toContain('Total deducted11.75 USDT');
  });

  test.each([
    ['withdraw', 'We calculate the final fee at the next step. You’ll see it before you confirm.'],
    ['send', 'instant and free. For other addresses, we calculate the final fee at the next step.'],
  ])('who comes to %s reads when the fee is calculated', async (tab, rule) => {
    const it = start({ search: `?tab=${tab}&token=USDT` });
    await it.rich();
    const summary = text(screen.getByRole('complementary'));
    expect(summary).toContain(rule);
    expect(summary.includes('instant and free')).toBe(tab === 'send');
  });

  test('no longer reads in the review that the fee is still to be calculated', async () => {
    const it = await reviewing();
    const summary = () => text(screen.getByRole('complementary'));
    expect(summary()).not.toContain('at the next step');
    await it.user.click(screen.getByRole('button', { name: 'Edit' }));
    expect(summary()).toContain('we calculate the final fee at the next step');
  });

  test('reads that it costs nothing while they name a person', async () => {
    const it = start({ search: '?tab=send&token=USDT' });
    await it.rich();
    await fillIn(it.user, screen.getByRole('textbox', { name: 'Recipient' }), 'nora');
    await fillIn(it.user, screen.getByRole('textbox', { name: 'Amount' }), '10,5');
    expect(text()).toContain('Fee0.00 USDTRecipient gets10.50 USDTTotal deducted10.50 USDT');
  });

  test.each([
    ['withdraw', '4', 'Minimum: 5 USDT.', true],
    ['withdraw', '99', 'You need 100.25 USDT with the fee. Available: 100 USDT.', true],
    ['withdraw', '100.5', 'Not enough USDT. Available: 100 USDT.', true],
    ['withdraw', '50', '40 USDT left until you verify your identity. Verify your identity', true],
    ['send', '4', 'Minimum: 5 USDT. This applies to external addresses only.', false],
    ['send', '100.5', 'Not enough USDT. Available: 100 USDT.', true],
  ])('is told after a pause why a %s of %s would be refused: %s', async (tab, typed, words, isWrong) => {
    const it = start({ search: `?tab=${tab}&token=USDT` });
    await it.rich(
      {},
      {
        verified: false,
        day: { limit: '40', used: '0', left: '40', more_at: null },
        month: { limit: '10000', used: '0', left: '10000', more_at: null },
      },
    );
    const field = screen.getByRole('textbox', { name: 'Amount' });
    typeAndPause(field, typed, () => expect(describedBy(field)).not.toContain(words));
    expect(describedBy(field)).toContain(words);
    expect(field.getAttribute('aria-invalid')).toBe(isWrong ? 'true' : null);
    await expectPresentable();
  });

  test('cannot withdraw what is switched off, and reads so in the form and at the button', async () => {
    const it = start({ search: '?tab=withdraw' });
    await it.rich({ withdrawals_enabled: false });
    expect(text()).toContain(
      'USDT withdrawals are temporarily unavailable. You can send to a Zesto account.',
    );
    expect(text()).toContain('Minimum withdrawal5.00 USDT');
    await fillIn(it.user, screen.getByRole('textbox', { name: 'Amount' }), '10');
    await fillIn(it.user, screen.getByRole('textbox', { name: 'Recipient' }), `${outsideAddress}{Enter}`);
    await it.quoted({ kind: 'withdraw' });
    const button = screen.getByRole('button', { name: /^Withdraw 10\sUSDT$/ });
    expect(describedBy(button)).toContain('Withdrawals are temporarily unavailable.');
    await it.user.click(button);
    expect(it.pay.calls).toHaveLength(0);
  });

  test.each(['send', 'withdraw'])('whose account is frozen reads why above the form to %s', async (tab) => {
    const it = start({
      search: `?tab=${tab}`,
      freeze: { reason: 'identity', note: null, since: '2026-11-19T12:00:00.000Z' },
    });
    await it.arrives(() => it.standing.send({ type: 'account.told', isFrozen: true, at: 0 }));
    const notice = screen.getByRole('region', { name: 'Your account is frozen' });
    expect(notice.textContent).toContain('We need to verify your identity again.');
    expect(within(notice).getByRole('link').getAttribute('href')).toBe('/support?ticket=new');
    const field = screen.getByRole('textbox', { name: 'Amount' });
    expect(notice.compareDocumentPosition(field)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await expectPresentable();
  });

  test('offline, frozen and free again: the button says why, does nothing, and goes on by itself', async () => {
    const it = await reviewing();
    await it.arrives(() => it.standing.send({ type: 'connection.changed', isOffline: true }));
    expect(describedBy(sendButton())).toBe('You’re offline. Connect to the internet to continue.');
    await it.user.click(sendButton());
    expect(it.pay.calls).toHaveLength(0);
    await it.arrives(() => it.standing.send({ type: 'account.told', isFrozen: true, at: 0 }));
    expect(describedBy(sendButton())).toBe('Your account is frozen. Contact support to find out why.');
    await it.user.click(sendButton());
    await it.arrives(() => {
      it.standing.send({ type: 'account.told', isFrozen: false, at: 0 });
      it.standing.send({ type: 'connection.changed', isOffline: false });
    });
    await it.user.click(sendButton());
    expect(it.pay.calls).toHaveLength(1);
  });

  test('sees no balance while balances are hidden', async () => {
    const it = start({ hideBalances: true });
    await it.rich({ available: '77.5', pending: '66.5' });
    expect(text()).not.toMatch(/77|66/);
    await fillIn(it.user, screen.getByRole('textbox', { name: 'Amount' }), '10');
    await fillIn(it.user, screen.getByRole('textbox', { name: 'Recipient' }), `${outsideAddress}{Enter}`);
    await it.quoted();
    expect(text()).toContain('Recipient gets10.00 USDT');
    expect(text()).toContain('Balance after••••••hidden USDT');
  });

  test('who has sent sees the hash and its confirmations as they come', async () => {
    const it = await reviewing();
    await it.user.click(sendButton());
    const hash = `0x${'3f9a'.repeat(16)}`;
    const sent = { ...paymentDone, status: 'processing', tx_hash: hash } as const;
    await it.arrives(() =>
      it.pay.last().answer({ ...sent, confirmations: { seen: 4, needed: 12 }, explorer_url: null }),
    );
    const bar = screen.getByRole('progressbar', { name: 'Network confirmations' });
    expect(bar.getAttribute('aria-valuetext')).toBe('4 of 12 confirmations');
    expect(screen.getByText(hash)).toBeTruthy();
    expect(screen.queryByRole('link', { name: /block explorer/ })).toBeNull();
  });

  test('who comes with another token starts fresh, and goes on with the old draft or drops it', async () => {
    const it = start();
    await it.rich();
    const amount = () => screen.getByRole('textbox', { name: 'Amount' });
    await fillIn(it.user, amount(), '15.5');
    await it.arrives(() => it.flow.send({ type: 'address.shown', prefill: { token: 'ZST' } }));
    expect(amount()).toHaveProperty('value', '');
    await it.user.type(amount(), '2');
    await it.user.click(screen.getByRole('button', { name: 'Continue with 15.50 USDT' }));
    expect(amount()).toHaveProperty('value', '15.5');
    await it.user.click(screen.getByRole('button', { name: 'Discard 2 ZST' }));
    expect(screen.queryByRole('region', { name: 'Unfinished draft' })).toBeNull();
    expect(amount()).toHaveProperty('value', '15.5');
  });

  test('who comes with another token while a payment is sent sees that one first, and reads why', async () => {
    const it = await reviewing();
    await it.user.click(sendButton());
    expect(screen.queryByText(/Your previous transaction isn’t complete yet/)).toBeNull();
    await it.arrives(() => it.flow.send({ type: 'address.shown', prefill: { token: 'ZST' } }));
    expect(screen.getByText(/Your previous transaction isn’t complete yet/)).toBeTruthy();
    expect(text()).toContain('Recipient gets10.00 USDT');
  });

  test('whose browser cannot keep a payment reads so before it is sent, and may send it', async () => {
    const it = await reviewing();
    const said = 'Keep this page open until you see the result';
    expect(screen.queryByText(said)).toBeNull();
    await it.arrives(() => it.flow.send({ type: 'record.written', isKept: false }));
    expect(screen.getByRole('alert').textContent).toContain(said);
    await it.user.click(sendButton());
    expect(screen.getByRole('alert').textContent).toContain(said);
    expect(text()).not.toContain('even if you reload the page');
  });

  test('an address is never shown for another token', async () => {
    const it = start({ search: '?tab=receive&token=STO' });
    await it.arrives(() => it.address.last().answer({ data: mine, loadedAt: noon }));
    expect(text()).not.toContain(mine.address);
    expect(text()).not.toContain('Send only');
    expect(screen.queryByRole('link', { name: 'Open wallet app' })).toBeNull();
    expect(screen.queryByRole('img')).toBeNull();
  });

  test('reads the least deposit, and how many confirmations one needs, before anything is sent', async () => {
    const it = start({ search: '?tab=receive&token=USDT' });
    const told = { ...mine, minimum_deposit: '1.25', confirmations_needed: 12 };
    await it.arrives(() => it.address.last().answer({ data: told, loadedAt: noon }));
    expect(text()).toContain(
      'Minimum deposit: 1.25 USDT. We can’t credit smaller deposits. We credit deposits after 12 network confirmations.',
    );
  });

  test('is shown the address first, whose copy is the primary action: a deposit from a browser wallet is a second way', async () => {
    const it = start({ search: '?tab=receive&token=USDT' });
    const own = { id: 1, contract, ticker: 'USDT', decimals: 6, native_currency: 'ETH' };
    const chain = { ...own, rpc_url: null, explorer_url: null };
    await it.arrives(() => it.address.last().answer({ data: { ...mine, chain }, loadedAt: noon }));
    const byWallet = screen.getByRole('link', { name: 'Use browser wallet' });
    expect(byWallet.className).toBe(classes(buttonClasses('secondary'), 'w-full'));
    const all = [...screen.getAllByRole('link'), ...screen.getAllByRole('button')];
    const copy = screen.getByRole('button', { name: 'Copy' });
    expect(all.filter(({ classList }) => classList.contains('bg-zest'))).toEqual([copy]);
    expect(copy.compareDocumentPosition(byWallet)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    // The warning stands above the address, the network and the rest below it.
    expect(text()).toMatch(/Send only USDT.*Address0x.*Network/);
  });

  test('sees how far the network is with a deposit, its hash in short, and its page', async () => {
    const it = start({ search: '?tab=receive&token=USDT' });
    const hash = `0x${'3f9a'.repeat(16)}`;
    const line = { ...coming, tx_hash: hash, explorer_url: `https://explorer.example/tx/${hash}` };
    await it.arrives(() => it.deposits.last().answer({ data: pageOf([line]), loadedAt: noon }));
    const region = screen.getByRole('region', { name: 'Incoming deposits' });
    expect(within(region).getByRole('progressbar').getAttribute('aria-valuetext')).toBe(
      '3 of 12 confirmations',
    );
    expect(within(region).getByText('0x3f9a…3f9a').getAttribute('aria-hidden')).toBe('true');
    expect(within(region).getByText(hash)).toBeTruthy();
    expect(within(region).getByRole('button', { name: 'Copy hash' })).toBeTruthy();
    expect(within(region).getByRole('link', { name: /block explorer/ })).toHaveProperty(
      'href',
      line.explorer_url,
    );
    await it.arrives(() =>
      it.incoming.send({ type: 'confirmations.arrived', id: line.id, seen: 4, needed: 12 }),
    );
    expect(text(region)).toContain('4 of 12 confirmations');
  });

  test('is told that there is none only once the deposits of the chosen token are known', async () => {
    const it = start({ search: '?tab=receive&token=USDT' });
    const region = screen.getByRole('region', { name: 'Incoming deposits' });
    await it.arrives(() => it.deposits.last().answer({ data: pageOf([]), loadedAt: noon }));
    expect(text(region)).toContain('No incoming deposits');
    await it.arrives(() => it.incoming.send({ type: 'screen.shown', key: 'kind=deposit&token=ZST' }));
    expect(text(region)).not.toContain('No incoming deposits');
    expect(within(region).getByRole('status')).toBeTruthy();
    await it.arrives(() => it.deposits.last().answer({ data: pageOf([]), loadedAt: noon }));
    expect(text(region)).toContain('No incoming deposits');
  });

  test('reads why a deposit of today was not credited, and nothing of an older one', async () => {
    const it = start({ search: '?tab=receive&token=USDT' });
    const failed = { ...coming, status: 'failed', reason: 'below_minimum', amount: '0.5' } as const;
    const hours = (count: number) => new Date(noon - count * 3_600_000).toISOString();
    const lines = [
      { ...failed, id: 'd-2', updated_at: hours(23) },
      { ...failed, id: 'd-3', amount: '0.25', updated_at: hours(25) },
    ];
    await it.arrives(() => it.deposits.last().answer({ data: pageOf(lines), loadedAt: noon }));
    const region = screen.getByRole('region', { name: 'Incoming deposits' });
    expect(text(region)).toContain(
      'This deposit is below the minimum for USDT, so it wasn’t credited. Contact support if you need it back.',
    );
    expect(text(region)).toContain('0.50 USDT');
    expect(text(region)).not.toContain('0.25 USDT');
    expect(text(region)).not.toContain('of 12');
  });

  test('reads that a deposit with all of its confirmations is under review', async () => {
    const it = start({ search: '?tab=receive&token=USDT' });
    const confirmations = { seen: 12, needed: 12 };
    const held = { ...coming, status: 'processing', reason: 'under_review', confirmations } as const;
    await it.arrives(() => it.deposits.last().answer({ data: pageOf([held]), loadedAt: noon }));
    const region = screen.getByRole('region', { name: 'Incoming deposits' });
    expect(text(region)).toContain('We’re reviewing this deposit before we credit it.');
    expect(text(region)).toContain('12 of 12 confirmations');
  });

  test('is told by the sentence of the specification that there is no address, and tries again', async () => {
    const it = start({ search: '?tab=receive&token=USDT' });
    await it.arrives(() => it.address.last().fail('UNAVAILABLE'));
    expect(text()).toContain('Failed to generate wallet address');
    await it.user.click(screen.getByRole('button', { name: 'Try again' }));
    await it.arrives(() => it.address.last().answer({ data: mine, loadedAt: noon }));
    expect(screen.getByRole('img', { name: 'QR code of your USDT address' })).toBeTruthy();
    expect(text()).toContain(mine.address);
    expect(text()).toContain('Send only USDT on the');
    expect(text()).not.toContain('Minimum deposit');
    expect(screen.getByRole('link', { name: 'Open wallet app' }).getAttribute('href')).toBe(mine.uri);
  });
});

describe.each(languages)('a new address in %s', (language) => {
  const until = '2026-11-21T12:00:00.000Z';
  const allowance = { limit: '100', left: '60' };
  const known = { known: false, is_account: false, first_time: true, looks_like: null };

  test('the review says how much may go now and until when, and what a saved one is called', async () => {
    const { rich, quoted, quote, flow } = start({ language });
    await rich();
    await arrives(() => {
      flow.send({ type: 'fields.changed', values: { amount: '10', to: outsideAddress } });
      flow.send({ type: 'quote.requested' });
    });
    await quoted({ recipient: { ...known, label: 'Ledger', usable_from: until, allowance } });
    const told = screen.getByText(/60\sUSDT/).textContent;
    expect(told).toContain(instantText(until, language));
    expect(told).toMatch(/100\sUSDT/);
    expect(screen.getByText('Ledger')).toBeDefined();
    expect(screen.queryByRole('link', { name: /Save address|Сохранить адрес/ })).toBeNull();
    await expectPresentable();
    expect(quote.calls).toHaveLength(1);
  });

  test('the review of one that is not saved offers to save it, as long as it can be left and found again', async () => {
    const { rich, quoted, flow } = start({ language });
    await rich();
    await arrives(() => {
      flow.send({ type: 'fields.changed', values: { amount: '10', to: outsideAddress } });
      flow.send({ type: 'quote.requested' });
    });
    await quoted({ recipient: { ...known, usable_from: until, allowance } });
    const saving = () => screen.queryByRole('link', { name: /Save address|Сохранить адрес/ });
    expect(saving()?.getAttribute('href')).toBe(savingAddress(outsideAddress, 'USDT'));
    expect(saving()?.className).toBe(buttonClasses('secondary'));
    await expectPresentable();
    await arrives(() => flow.send({ type: 'record.written', isKept: false }));
    expect(saving()).toBeNull();
  });

  test.each([
    ['ADDRESS_COOLING', { until, allowance }],
    ['LIMIT_EXCEEDED', { until, fields: { amount: 'own_limit' } }],
  ] as const)('the refusal %s says so as well', async (code, members) => {
    const { rich, quote, flow } = start({ language });
    await rich();
    await arrives(() => {
      flow.send({ type: 'fields.changed', values: { amount: '10', to: outsideAddress } });
      flow.send({ type: 'quote.requested' });
    });
    await arrives(() => quote.last().fail(code, members));
    expect(text()).toContain(instantText(until, language).replace(/\s/g, ' '));
    if (code === 'ADDRESS_COOLING') expect(text()).toMatch(/60\sUSDT/);
    expect(text()).not.toMatch(/verify your identity|подтвердите личность/i);
    await expectPresentable();
  });

  test('a saved address to which nothing may go yet is only waited for', async () => {
    const { rich, quote, flow } = start({ language });
    await rich();
    await arrives(() => {
      flow.send({ type: 'fields.changed', values: { amount: '10', to: outsideAddress } });
      flow.send({ type: 'quote.requested' });
    });
    await arrives(() => quote.last().fail('ADDRESS_COOLING', { until }));
    expect(text()).toMatch(/nothing can go to it yet|ничего нельзя отправить/);
    expect(text()).toContain(instantText(until, language).replace(/\s/g, ' '));
    expect(text()).not.toMatch(
      /smaller amount|limit for new addresses|Уменьшите сумму|лимит для новых адресов/,
    );
    expect(screen.queryByRole('link', { name: /Save address|Сохранить адрес/ })).toBeNull();
    await expectPresentable();
  });
});

describe.each(languages)('an amount that the server refuses, in %s', (language) => {
  test.each([
    ['AMOUNT_TOO_SMALL', 'too_small', { amount: '7.5', token: 'USDT' }, ['Minimum: 7.50', 'Минимум: 7,50']],
    ['AMOUNT_TOO_LARGE', 'too_large', { amount: '9', token: 'USDT' }, ['Maximum: 9', 'Максимум: 9']],
    ['LIMIT_EXCEEDED', 'own_limit', { amount: '3', token: 'USDT' }, ['of your own limit: 3', 'лимита: 3']],
    ['INSUFFICIENT_BALANCE', 'insufficient', { amount: '2', token: 'USDT' }, ['Available: 2', 'Доступно: 2']],
  ] as const)('%s names the bound, in the summary and at the field, until it is changed', async (...row) => {
    const [code, rule, bound, words] = row;
    const { rich, quote, flow } = start({ language });
    await rich();
    await arrives(() => {
      flow.send({ type: 'fields.changed', values: { amount: '10', to: outsideAddress } });
      flow.send({ type: 'quote.requested' });
    });
    await arrives(() => quote.last().fail(code, { fields: { amount: rule }, bound }));
    const said = words[language === 'en' ? 0 : 1];
    const field = screen.getByRole('textbox', { name: language === 'en' ? 'Amount' : 'Сумма' });
    expect(describedBy(field)).toContain(`${said} USDT.`);
    expect(text().split(said)).toHaveLength(3);
    await expectPresentable();
    await arrives(() => flow.send({ type: 'fields.changed', values: { amount: '11' } }));
    expect(text()).not.toContain(said);
  });

  test('names no balance while balances are hidden', async () => {
    const { rich, quote, flow } = start({ language, hideBalances: true });
    await rich();
    await arrives(() => {
      flow.send({ type: 'fields.changed', values: { amount: '10', to: outsideAddress } });
      flow.send({ type: 'quote.requested' });
    });
    const bound = { amount: '2.75', token: 'USDT' };
    const fields = { amount: 'insufficient' } as const;
    await arrives(() => quote.last().fail('INSUFFICIENT_BALANCE', { fields, bound }));
    const field = screen.getByRole('textbox', { name: language === 'en' ? 'Amount' : 'Сумма' });
    const said = language === 'en' ? 'Your available balance is too low.' : 'Недостаточно доступных средств.';
    expect(describedBy(field)).toContain(said);
    expect(text()).not.toMatch(/2[.,]75/);
  });
});

describe.each(languages)('a renewal that the server refuses, in %s', (language) => {
  const bound = { amount: '2.75', token: 'USDT' };

  /** A review whose quote is over when it arrives, so that it is renewed at once, which the server refuses. */
  async function refusedRenewal(code: FailureCode, members: Partial<Failure>, hideBalances = false) {
    const { rich, quoted, quote, flow } = start({ language, hideBalances });
    await rich();
    await arrives(() => {
      flow.send({ type: 'fields.changed', values: { amount: '10', to: outsideAddress } });
      flow.send({ type: 'quote.requested' });
    });
    await quoted({ expires_at: new Date(noon).toISOString() });
    await waitFor(() => expect(quote.calls).toHaveLength(2));
    await arrives(() => quote.last().fail(code, { requestId: 'r', ...members }));
    return within(screen.getByRole('alert'));
  }

  test.each<[FailureCode, Partial<Failure>, Readonly<Record<Language, string>>]>([
    [
      'INSUFFICIENT_BALANCE',
      { fields: { amount: 'insufficient' }, bound },
      {
        en: 'Not enough USDT. Available: 2.75 USDT.',
        ru: 'Недостаточно USDT. Доступно: 2,75 USDT.',
      },
    ],
    [
      'LIMIT_EXCEEDED',
      { fields: { amount: 'own_limit' }, bound, until: '2026-11-21T12:00:00.000Z' },
      {
        en: 'Left of your own limit: 2.75 USDT.',
        ru: 'Осталось из вашего собственного лимита: 2,75 USDT.',
      },
    ],
    [
      'ADDRESS_INVALID',
      { fields: { to: 'not_found' } },
      {
        en: 'We can’t find anyone who can receive this way.',
        ru: 'Не нашли никого, кому можно отправить так.',
      },
    ],
  ])('%s says why there is no new quote', async (code, members, told) => {
    const alert = await refusedRenewal(code, members);
    expect(alert.getByText((said) => said.startsWith(told[language]))).toBeDefined();
    await expectPresentable();
  });

  test('names no balance while balances are hidden', async () => {
    const members = { fields: { amount: 'insufficient' }, bound } as const;
    const alert = await refusedRenewal('INSUFFICIENT_BALANCE', members, true);
    const said = language === 'en' ? 'Your available balance is too low.' : 'Недостаточно доступных средств.';
    expect(alert.getByText(said)).toBeDefined();
  });
});

describe.each(languages)('lookups of people that are used up, in %s', (language) => {
  test('are told at the recipient, with the time of the next; an address takes the sentence away', async () => {
    const { rich, quote, flow } = start({ language });
    await rich();
    await arrives(() => {
      flow.send({ type: 'fields.changed', values: { amount: '10', to: 'no.one' } });
      flow.send({ type: 'quote.requested' });
    });
    const until = new Date(noon + 600_000).toISOString();
    await arrives(() =>
      quote.last().fail('RATE_LIMITED', { retryAfter: 600, until, fields: { to: 'throttled' } }),
    );
    const said = language === 'en' ? /too many people by name/ : /Слишком много поисков/;
    const field = screen.getByRole('textbox', { name: language === 'en' ? 'Recipient' : 'Получатель' });
    expect(describedBy(field)).toMatch(said);
    expect(describedBy(field)).toContain(timeText(until, language));
    expect(text()).not.toMatch(/Too many attempts|Слишком много попыток/);
    await expectPresentable();
    await arrives(() => flow.send({ type: 'fields.changed', values: { to: outsideAddress } }));
    expect(text()).not.toMatch(said);
    expect(text()).not.toMatch(/Too many attempts|Слишком много попыток/);
  });
});

describe.each(languages)('a QR code in %s', (language) => {
  const open = { name: language === 'en' ? 'Scan QR code' : 'Сканировать QR-код' };

  test('fills the form; a bad one is named, and the camera looks on', async () => {
    const it = start({ language });
    await it.rich();
    await it.user.click(screen.getByRole('button', open));
    const dialog = await screen.findByRole('dialog', {}, { timeout: 40_000 });
    await expectPresentable();
    await it.arrives(() => it.camera.sees({ type: 'code.found', text: 'https://example.com' }));
    expect(text(within(dialog).getByRole('alert'))).toMatch(/has no recipient address|нет адреса получателя/);
    await expectPresentable();
    await it.arrives(() => it.camera.sees({ type: 'code.found', text: `ethereum:${outsideAddress}` }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getAllByRole('textbox')[0]).toHaveProperty('value', outsideAddress);
    expect(text()).toMatch(/Filled in from a link|Заполнено по ссылке/);
    expect(it.quote.calls).toHaveLength(0);
  });

  test.each(['refused', 'missing', 'taken', 'failed'])(
    'without a camera, for it is %s, there is another way',
    async (problem) => {
      const it = start({ language });
      await it.rich();
      await it.user.click(screen.getByRole('button', open));
      const dialog = await screen.findByRole('dialog', {}, { timeout: 40_000 });
      await it.arrives(() => it.camera.sees({ type: 'camera.failed', problem }));
      expect(within(dialog).getByRole('alert')).toBeDefined();
      await expectPresentable();
    },
  );
});

describe.each(languages)('saved addresses in %s', (language) => {
  const ledger: SavedAddress = {
    ...{ id: 'ledger', label: 'Ledger', address: outsideAddress, token: null, note: null, looks_like: null },
    ...{ created_at: '2026-11-20T11:00:00.000Z', usable_from: '2026-11-21T11:00:00.000Z' },
  };
  const foreign = { ...ledger, id: 'foreign', label: 'For ZST alone', token: 'ZST' };
  const saved = (addresses: SavedAddress[]): Loaded<AddressBook> => ({
    data: { addresses, rules: { wait_hours: 24, small_limit: '100', small_left: '100' } },
    loadedAt: noon,
  });
  const open = { name: language === 'en' ? 'Saved and recent' : 'Выбрать получателя' };

  test('one is found and chosen, with what it waits for, and the field says what it is called', async () => {
    const { rich, book, user, flow, quote } = start({ language });
    await rich();
    expect(book.calls).toHaveLength(0);
    await user.click(screen.getByRole('button', open));
    const dialog = await screen.findByRole('dialog', {}, { timeout: 40_000 });
    await expectPresentable();
    await arrives(() => book.last().answer(saved([ledger, foreign])));
    await spinnerGone();
    expect(within(dialog).getAllByRole('option')).toHaveLength(1);
    expect(text(within(dialog).getByRole('option'))).toMatch(/23 (hours|часа)/);
    await expectPresentable();
    const search = within(dialog).getByRole('searchbox');
    await fillIn(user, search, 'nobody');
    expect(within(dialog).queryByRole('option', { name: /Ledger/ })).toBeNull();
    await expectPresentable();
    await user.clear(search);
    await fillIn(user, search, 'led');
    await user.click(within(dialog).getByRole('option', { name: /Ledger/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(flow.getSnapshot().context.values.to).toBe(outsideAddress);
    expect(text()).toMatch(/Saved as Ledger\.|Сохранён как «Ledger»\./);
    await expectPresentable();
    // Saving it is no way out any more.
    await arrives(() => {
      flow.send({ type: 'fields.changed', values: { amount: '10' } });
      flow.send({ type: 'quote.requested' });
    });
    const allowance = { limit: '100', left: '0' };
    await arrives(() => quote.last().fail('ADDRESS_COOLING', { allowance }));
    expect(screen.queryByRole('link', { name: /Save address|Сохранить адрес/ })).toBeNull();
  });

  test('a recent recipient is chosen, under the name that is saved for it', async () => {
    const { rich, book, recent, user, flow } = start({ language });
    await rich();
    await user.click(screen.getByRole('button', open));
    const dialog = await screen.findByRole('dialog', {}, { timeout: 40_000 });
    const other = { ...paymentDone, id: 'p-2', counterparty: contract, status: 'failed' } as const;
    await arrives(() => recent.last().answer({ data: [paymentDone, other], loadedAt: noon }));
    await arrives(() => book.last().answer(saved([ledger])));
    await spinnerGone();
    const name = language === 'en' ? 'Recent recipients' : 'Недавние получатели';
    const paid = within(within(dialog).getByRole('listbox', { name })).getAllByRole('option');
    expect(paid.map((each) => text(each).startsWith('Ledger'))).toEqual([true]);
    await expectPresentable();
    await user.click(paid[0] as Element);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(flow.getSnapshot().context.values.to).toBe(outsideAddress);
  });

  test('what is not known of recent recipients leaves the saved addresses', async () => {
    const { rich, book, recent, user } = start({ language });
    await rich();
    await user.click(screen.getByRole('button', open));
    const dialog = await screen.findByRole('dialog', {}, { timeout: 40_000 });
    await arrives(() => recent.last().fail('UNAVAILABLE'));
    await arrives(() => book.last().answer(saved([ledger])));
    await spinnerGone();
    expect(within(dialog).getAllByRole('option')).toHaveLength(1);
    expect(text(dialog)).toMatch(/couldn’t load your recent|загрузить недавних/);
    await expectPresentable();
  });

  test.each([
    ['none to be had', null],
    ['none for this token', saved([foreign])],
  ])('%s', async (_, read) => {
    const { rich, book, user } = start({ language });
    await rich();
    await user.click(screen.getByRole('button', open));
    const dialog = await screen.findByRole('dialog', {}, { timeout: 40_000 });
    await arrives(() => (read ? book.last().answer(read) : book.last().fail('UNAVAILABLE')));
    await spinnerGone();
    expect(within(dialog).queryByRole('option')).toBeNull();
    if (read) expect(within(dialog).getByRole('link').getAttribute('href')).toBe('/addresses');
    else expect(within(dialog).getByRole('alert')).toBeDefined();
    await expectPresentable();
  });
});

const keptPlaces = () =>
  [...document.querySelectorAll('[data-keeps]')].map((place) => place.getAttribute('data-keeps'));

test('what comes with the balances has its place while they are read', async () => {
  const it = start();
  expect(keptPlaces()).toEqual(['shares', 'limits']);
  expect(describedBy(screen.getByRole('textbox', { name: 'Amount' }))).toBe('Loading…');
  expect(text()).toContain('FeeFor external addresses.');
  await it.rich({ withdrawal_fee: '1.25' });
  expect(keptPlaces()).toEqual([]);
  expect(screen.getByRole('button', { name: '25% of available balance' })).toBeDefined();
  expect(text()).toContain('Fee1.25 ');
});

test('balances that could not be read again say how old they are', async () => {
  const it = start();
  await it.walletIsOld();
  expect(describedBy(screen.getByRole('textbox', { name: 'Amount' }))).toContain('100');
  expect(screen.getByText(/Showing data from .* \(2 days ago\)/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});

test('no place is kept for balances that could not be read', async () => {
  const it = start();
  await it.walletFails();
  expect(keptPlaces()).toEqual([]);
  expect(describedBy(screen.getByRole('textbox', { name: 'Amount' }))).toBe(
    'We can’t show your balance right now.',
  );
  expect(screen.queryByText('Fee')).toBeNull();
});

test('the limits are told in the place that was kept for them, with when more can be sent', async () => {
  const it = start();
  const kept = () => document.querySelector('[data-keeps="limits"]');
  expect(kept()?.className).toContain('min-h-15');
  const window = { limit: '1000', used: '1000', left: '0', more_at: '2026-11-24T17:27:00.000Z' };
  await it.rich({}, { verified: true, day: window, month: { ...window, limit: '10000', left: '9000' } });
  expect(kept()).toBeNull();
  const told = screen.getByText(/^24-hour limit for external addresses/);
  expect(told.textContent).toMatch(/You can send more from Nov 24, .*\.$/);
  expect(told.className).toContain('min-h-15');
});

test.each([
  ['a limit of one’s own', '50', 0],
  ['the limit for everybody', '60', 1],
])('%s is raised by a verified identity only if it is not one’s own', async (_, day, links) => {
  const it = start();
  const window = { limit: '50', used: '0', left: '50', more_at: null };
  const limits = { verified: false, day: window, month: { ...window, limit: '10000', left: '10000' } };
  await it.rich({}, { ...limits, own: { day, payment: null } });
  expect(screen.getByText(/^24-hour limit for external addresses/)).toBeDefined();
  expect(screen.queryAllByRole('link', { name: 'Verify your identity' })).toHaveLength(links);
});
