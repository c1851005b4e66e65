import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { type AnyMachineSnapshot, createActor, fromCallback, SimulatedClock } from 'xstate';
import type { ExchangeQuote, ExchangeQuoteRequest } from '../../contract/exchange.ts';
import type { Rates } from '../../contract/rates.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { User } from '../../contract/user.ts';
import type { Wallet } from '../../contract/wallet.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import {
  exchangeRatesMachine,
  exchangesMachine,
  exchangeWalletMachine,
} from '../../src/machines/money/exchangeArea.ts';
import {
  type ExchangeRef,
  exchangeMachine,
  exchangeReviewMachine,
  exchangeSubmissionMachine,
} from '../../src/machines/money/exchangeMachine.ts';
import { exchangePricesMachine } from '../../src/machines/money/exchangePricesMachine.ts';
import '../../src/screens/money/FrozenAccount.tsx';
import ExchangeScreen from '../../src/screens/exchange/ExchangeScreen.tsx';
import { asChild, failure, manualCall } from '../support/actors.ts';
import { signedInInput } from '../support/areas.ts';
import {
  exchangeExploration,
  exchangeReviewExploration,
  exchangeSubmissionExploration,
  quietExchange,
  quietExchangeReview,
} from '../support/exchangeFlow.ts';
import { fillIn } from '../support/fillIn.ts';
import { exchangeDone, exchangeQuote, heldTabLock } from '../support/moneyFlow.ts';
import { actorAt, reachableSnapshots } from '../support/paths.ts';
import { beNarrow } from '../support/phone.ts';
import { preferencesActor } from '../support/preferences.ts';
import {
  arrives,
  describedBy,
  draw,
  everyState,
  expectPresentable,
  type Language,
  languages,
  typeAndPause,
} from './draw.tsx';
import { fullWallet } from './figures.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');
const rates: Rates = {
  pairs: [
    {
      base: 'ZST',
      quote: 'USDT',
      rate: '1.25',
      change_24h: null,
      exchange: {
        rate: '1.24375',
        spread_percent: '0.5',
        fee_percent: '0.2',
        minimum: '4',
        maximum: '4000000',
      },
    },
    {
      base: 'USDT',
      quote: 'ZST',
      rate: '0.8',
      change_24h: null,
      exchange: { rate: '0.796', fee_percent: '0.2', minimum: '1', maximum: '1000000' },
    },
  ],
  as_of: '2026-11-20T12:00:00.000Z',
};
const holding = (available: string) =>
  fullWallet.tokens.map((token) => (token.symbol === 'ZST' ? { ...token, available } : token));
const little = '100.000000000000000003';
/** On a page without room for the chart. */
const prices = createActor(exchangePricesMachine.provide({ actors: { watchRoom: fromCallback(() => {}) } }), {
  input: { now: () => noon, pair: { from: 'ZST', to: 'USDT' } },
}).start();
const toasts = createActor(toastsMachine, { input: { now: () => noon } });

type Page = Parameters<typeof exchangesPage>[0];
const exchangesPage = (
  data: readonly (typeof exchangeDone)[],
  meta: { readonly page?: number; readonly total?: number } = {},
) => ({
  data,
  meta: { page: 1, per_page: 10, total: data.length, ...meta },
});

interface Scene {
  language?: Language;
  search?: string;
  exchange?: ExchangeRef;
  made?: Page;
  /** Which page of the exchanges this is, and how many there are on all pages. */
  meta?: { readonly page?: number; readonly total?: number };
  hasRates?: boolean;
  /** Whether balances and rates are those that the browser has kept for two days, because the server is not reached. */
  isOld?: boolean;
  freeze?: User['freeze'];
  /** How much ZST is available; null while the flow does not know. */
  available?: string | null;
  /** Called each time a part of the screen has been drawn. */
  onDrawn?: () => void;
}

/** The screen with real flows, whose calls a test answers by hand; balances, rates and exchanges are there. */
async function start({
  language = 'en',
  search = '',
  exchange,
  made = [exchangeDone],
  meta = {},
  hasRates = true,
  isOld = false,
  freeze = null,
  available = little,
  onDrawn = () => {},
}: Scene = {}) {
  const tokens = holding(available ?? little);
  const clock = new SimulatedClock();
  const now = () => noon + clock.now();
  const quote = manualCall<ExchangeQuote, { readonly request: ExchangeQuoteRequest }>();
  const wallet = manualCall<Loaded<Wallet>, ReadRequest>();
  const known = manualCall<Loaded<Rates>, ReadRequest>();
  const list = manualCall<Loaded<ReturnType<typeof exchangesPage>>, ReadRequest>();
  const flow = exchangeMachine.provide({
    actors: {
      tabLock: heldTabLock,
      quoteReview: exchangeReviewMachine.provide({ actors: { requestQuote: quote.logic } }),
    },
    actions: { keepRecord: () => {} },
  });
  const given = signedInInput(now, toasts);
  const real = exchange ?? asChild(flow, { ...given, prefill: {} }, clock).child;
  real.send({ type: 'balances.known', tokens: available === null ? null : tokens });
  draw(
    <Profiler id="exchange" onRender={onDrawn}>
      <ExchangeScreen
        search={search}
        exchange={real}
        wallet={createActor(exchangeWalletMachine.provide({ actors: { load: wallet.logic } }), {
          clock,
          input: { now },
        }).start()}
        rates={createActor(exchangeRatesMachine.provide({ actors: { load: known.logic } }), {
          clock,
          input: { now },
        }).start()}
        live={null}
        exchanges={createActor(exchangesMachine.provide({ actors: { load: list.logic } }), {
          clock,
          input: { now, key: 'page=1&per_page=10' },
        }).start()}
        prices={prices}
        preferences={preferencesActor()}
        freeze={freeze}
      />
    </Profiler>,
    language,
  );
  const atFirst = document.body.textContent;
  const keptAtFirst = document.querySelector('[data-keeps="shares"]') !== null;
  const read = isOld ? { loadedAt: noon - 48 * 3_600_000, failure: failure('NETWORK') } : { loadedAt: noon };
  await arrives(() => {
    wallet.last().answer({ data: { ...fullWallet, tokens }, ...read });
    if (hasRates) known.last().answer({ data: rates, ...read });
    else known.last().fail('UNAVAILABLE');
    list.last().answer({ data: exchangesPage(made, meta), loadedAt: noon });
  });
  return {
    clock,
    quote,
    arrives,
    atFirst,
    keptAtFirst,
    real,
    standing: given.standing,
    user: userEvent.setup(),
  };
}

interface Still {
  readonly snapshot: ReturnType<typeof reachableSnapshots<typeof quietExchange>>[number];
  readonly child: Partial<Record<'quoteReview' | 'submission', AnyMachineSnapshot>>;
}

/** Every state of the flow, of its review and of what it has sent: one of each that looks different. */
const scenes = (() => {
  const flows = reachableSnapshots(quietExchange, exchangeExploration());
  const at = (state: 'reviewing' | 'submitting') => {
    const found = flows.find((snapshot) => snapshot.matches(state) && snapshot.context.quote);
    if (!found) throw new Error(`${state} is not reached`);
    return found;
  };
  const alone = flows.map((snapshot): Still => ({ snapshot, child: {} }));
  const reviews = [null, exchangeQuote('first')]
    .flatMap((quote) => reachableSnapshots(quietExchangeReview, exchangeReviewExploration(quote)))
    .filter(({ status }) => status === 'active')
    .map((quoteReview): Still => ({ snapshot: at('reviewing'), child: { quoteReview } }));
  const submissions = reachableSnapshots(exchangeSubmissionMachine, exchangeSubmissionExploration())
    .filter(({ status }) => status === 'active')
    .map((submission): Still => ({ snapshot: at('submitting'), child: { submission } }));
  const named = [...alone, ...reviews, ...submissions].map((scene) => {
    const { context, value } = scene.snapshot;
    const inside = Object.values(scene.child).map((child) => [
      child.value,
      child.context.failure?.code,
      child.context.isOffline,
      child.context.agreed?.id,
    ]);
    const look = [value, context.failure?.code, context.errors, context.aside.length, ...inside];
    return [JSON.stringify(look), scene] as const;
  });
  return [...new Map(named)];
})();

const unknownOutcome = {
  en: 'We don’t know yet if this went through',
  ru: 'Пока не знаем, прошла ли операция',
};

const pay = () => screen.getByRole('textbox', { name: 'You pay' }) as HTMLInputElement;
const receive = () => screen.getByRole('textbox', { name: 'You receive' }) as HTMLInputElement;

describe.each(everyState(languages))('in %s', (language) => {
  test.each(scenes)('%s is presentable', { tags: 'long' }, async (_, { snapshot, child }) => {
    await start({
      language,
      exchange: actorAt(quietExchange, snapshot, child) as unknown as ExchangeRef,
    });
    if (child.submission?.matches({ reconciling: 'asking' })) screen.getByText(unknownOutcome[language]);
    await expectPresentable();
  });
});

const fact = (term: string) => screen.getByText(term).nextSibling?.textContent;

test('whose account is frozen reads why above the form, with a way to support, and no longer once it is not', async () => {
  const { arrives, standing } = await start({
    freeze: { reason: 'identity', note: null, since: '2026-11-19T12:00:00.000Z' },
  });
  await arrives(() => standing.send({ type: 'account.told', isFrozen: true, at: 0 }));
  const notice = screen.getByRole('region', { name: 'Your account is frozen' });
  expect(notice.textContent).toContain('We need to verify your identity again.');
  const link = within(notice).getByRole('link', { name: 'Contact support' });
  expect(link.getAttribute('href')).toBe('/support?ticket=new');
  expect(notice.compareDocumentPosition(pay())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await expectPresentable();
  await arrives(() => standing.send({ type: 'account.told', isFrozen: false, at: 1 }));
  expect(screen.queryByRole('region', { name: 'Your account is frozen' })).toBeNull();
});

test('what comes with balances and rates has its place while they are read', async () => {
  const { atFirst, keptAtFirst } = await start();
  expect(keptAtFirst).toBe(true);
  expect(atFirst).toContain('Loading…');
  expect(atFirst).toContain('Available and prices');
  expect(atFirst).not.toContain('We can’t show your balance');
  expect(document.querySelector('[data-keeps]')).toBeNull();
  expect(screen.getByRole('button', { name: '25% of available balance' })).toBeDefined();
});

test('what is available has six significant digits below the amount, and all of them once it is chosen', async () => {
  const { user } = await start({ available: '9707.3076923076923072' });
  expect(describedBy(pay())).toBe('Available: 9,707.30 ZST');
  await user.click(screen.getByRole('button', { name: 'Max: your full available balance' }));
  expect(pay().value).toBe('9707.3076923076923072');
});

test('a rate that is still loading is not called unavailable; one that cannot be read is', async () => {
  const { atFirst } = await start({ hasRates: false });
  expect(atFirst).toContain('At the current rate, after the fee.');
  expect(describedBy(receive())).toContain('The rate isn’t available right now.');
});

test('balances and rates that could not be read again say how old they are, and the rates are not called current', async () => {
  await start({ isOld: true });
  expect(screen.getAllByText(/Showing data from .* \(2 days ago\)/)).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2);
  expect(describedBy(receive())).toContain('At the last known rate, after the fee.');
  expect(fact('1 ZST, last known')).toContain('1.25');
  expect(screen.queryByText('1 ZST now')).toBeNull();
  await expectPresentable();
});

test('one amount is typed, the other follows as it would be quoted now; a flip keeps what is known', async () => {
  const { user } = await start();
  expect([fact('Rate'), fact('Fee')]).toEqual(['1 ZST = 1.24375 USDT', '0.2%']);
  expect(fact('Spread')).toBe('0.5%, included in the rate');
  await user.type(pay(), '10,5');
  expect(receive().value).toBe('13.033256');
  expect(fact('Fee')).toBe('0.021 ZST · 0.2%');
  await user.click(screen.getByRole('button', { name: 'Switch tokens' }));
  expect([pay().value, receive().value]).toEqual(['13.21739', '10.5']);
  await user.clear(pay());
  await user.type(pay(), '1');
  expect([receive().value, fact('Rate'), fact('Fee')]).toEqual([
    '0.794408',
    '1 USDT = 0.796 ZST',
    '0.002 USDT · 0.2%',
  ]);
});

test.each([
  ['en', '3', little, 'Minimum: 4 ZST.'],
  ['en', '4,000,000.5', '5000000', 'Maximum: 4,000,000 ZST.'],
  ['en', '4,000,000.5', little, 'Not enough ZST. Available: 100.000000000000000003 ZST.'],
  ['en', '101', little, 'Not enough ZST. Available: 100.000000000000000003 ZST.'],
  ['ru', '3', little, 'Минимум: 4 ZST.'],
  ['ru', '4 000 000,5', '5000000', 'Максимум: 4\u00a0000\u00a0000 ZST.'],
] as const)(
  'in %s %s is judged after a pause, of %s, with the figure: %s',
  async (language, typed, available, words) => {
    const { user } = await start({ language, available });
    const field = screen.getAllByRole('textbox')[0] as HTMLInputElement;
    typeAndPause(field, typed, () => expect(field.getAttribute('aria-invalid')).toBeNull());
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(describedBy(field)).toContain(words);
    await expectPresentable();
    await user.clear(field);
    await fillIn(user, field, '10');
    expect(field.getAttribute('aria-invalid')).toBeNull();
  },
);

test('a figure is judged at once when its field is left', async () => {
  const { user } = await start();
  await user.type(pay(), '3');
  await user.tab();
  expect(pay().getAttribute('aria-invalid')).toBe('true');
});

test.each([
  ['en', '20,500', '20500'],
  ['en', '20,50', '20.50'],
  ['en', '1,250.75', '1250.75'],
  ['ru', '20,500', '20.500'],
  ['ru', '20\u00a0500,5', '20500.5'],
] as const)('in %s %s is sent as %s, and stays as it was typed', async (language, typed, amount) => {
  const { user, real } = await start({ language });
  const field = screen.getAllByRole('textbox')[0] as HTMLInputElement;
  await fillIn(user, field, `${typed}{Tab}`);
  expect([field.value, real.getSnapshot().context.values.amount]).toEqual([typed, amount]);
});

test('Enter sends what the group sign says, while the field still has the focus', async () => {
  const { user, real } = await start();
  real.send({ type: 'balances.known', tokens: holding('100000') });
  await user.type(pay(), '20,500{Enter}');
  expect(real.getSnapshot().children.quoteReview?.getSnapshot().context.request).toMatchObject({
    pay: '20500',
  });
});

test.each([
  ['ru', 'Вы имели в\u00a0виду 20,50 или 20\u00a0500?', '20,50', '20.500', '20,500'],
  ['ru', 'Вы имели в\u00a0виду 20,50 или 20\u00a0500?', '20\u00a0500', '20500', '20500'],
  ['en', 'Did you mean 20.50 or 20,500?', '20,500', '20500', '20500'],
] as const)(
  'in %s an open amount is asked about: %s, and %s is chosen',
  async (language, question, choice, amount, shown) => {
    const { user, real } = await start({ language });
    const field = screen.getAllByRole('textbox')[0] as HTMLInputElement;
    // An English draft is open only when it was typed in Russian.
    if (language === 'en') await arrives(() => fill(real, '?20.500'));
    else await fillIn(user, field, '20.500');
    expect(field.value).toBe('20.500');
    await user.type(field, '{Enter}');
    expect(real.getSnapshot().matches('reviewing')).toBe(false);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(describedBy(field)).toContain(question);
    await expectPresentable();
    await user.click(screen.getByRole('button', { name: choice }));
    expect([field.value, real.getSnapshot().context.values.amount]).toEqual([shown, amount]);
    expect(document.activeElement).toBe(field);
    expect(screen.queryByRole('button', { name: choice })).toBeNull();
  },
);

test('an amount means the same after the language has changed', async () => {
  const { real } = await start({ language: 'en' });
  await arrives(() => fill(real, '20.500'));
  expect(pay().value).toBe('20.500');
  cleanup();
  await start({ language: 'ru', exchange: real });
  expect(screen.getAllByRole('textbox')[0]).toHaveProperty('value', '20,500');
});

const fill = (exchange: ExchangeRef, amount: string) =>
  exchange.send({ type: 'fields.changed', values: { amount } });

test('a share of what is available is exact to the last unit', async () => {
  const { user } = await start();
  await user.click(screen.getByRole('button', { name: 'Max: your full available balance' }));
  expect(pay().value).toBe('100.000000000000000003');
  await user.click(screen.getByRole('button', { name: '25% of available balance' }));
  expect(pay().value).toBe('25');
});

const notEnough = 'Not enough ZST. Available: 100.000000000000000003 ZST.';

test.each([
  ['', 'Enter an amount.'],
  ['0', 'Enter an amount above 0.'],
  ['-1', 'Enter an amount in digits, like 1234.56.'],
  ['1e5', 'Enter an amount in digits, like 1234.56.'],
  ['١٢', 'Enter an amount in digits, like 1234.56.'],
  ['1,23.4', 'This amount can be read in different ways. Write it like 1234.56.'],
  ['0.0000000000000000001', 'Too many decimal places for this token.'],
  ['1000000000000000000000000000000', notEnough],
  ['100.000000000000000004', notEnough],
])('%s is refused at its field, and stays there', async (typed, words) => {
  const { user, quote } = await start();
  if (typed) await fillIn(user, pay(), typed);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getAllByText(words).length).toBe(2);
  expect(pay().value).toBe(typed);
  expect(quote.calls).toEqual([]);
});

test('an amount that the server refuses is not refused as an amount of another token', async () => {
  const { user, quote, arrives } = await start();
  await user.type(pay(), '10');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  const bound = { amount: '20', token: 'ZST' };
  await arrives(() => quote.last().fail('AMOUNT_TOO_SMALL', { fields: { pay: 'too_small' }, bound }));
  expect(describedBy(pay())).toContain('Minimum: 20 ZST.');
  await user.click(screen.getByRole('button', { name: 'Switch tokens' }));
  expect(screen.queryByText('Minimum: 20 ZST.')).toBeNull();
});

test('the balance after the exchange has its place in the review before it is known', async () => {
  const { user, quote, arrives, real } = await start({ available: null });
  await user.type(pay(), '10');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await arrives(() => quote.last().answer(exchangeQuote('first')));
  expect(fact('Balance after')).toBe('— —unknown ZST');
  await arrives(() => real.send({ type: 'balances.known', tokens: holding(little) }));
  expect(fact('Balance after')).toBe('90.00 ZST, all digits');
});

test('the review says every amount that moves; another quote is shown from old to new and has to be accepted before it can be sent', async () => {
  const { user, quote, arrives, clock } = await start();
  await user.type(pay(), '10');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(quote.last().input).toEqual({ request: { from: 'ZST', to: 'USDT', pay: '10' } });
  await arrives(() => quote.last().answer(exchangeQuote('first', noon, { spread_percent: '0.5' })));
  const review = screen.getByRole('heading', { name: 'Review and confirm' });
  expect(document.activeElement).toBe(review);
  screen.getByText('Rate held for');
  screen.getByRole('button', { name: 'Edit' });
  expect([fact('Fee'), fact('Spread')]).toEqual(['0.02 ZST', '0.5%, included in the rate']);
  // Six significant digits, and all of them on a press.
  expect(fact('Balance after')).toBe('90.00 ZST, all digits');
  await user.click(screen.getByRole('button', { name: '90.00 ZST, all digits' }));
  expect(fact('Balance after')).toBe('90.000000000000000003 ZST, all digits');

  await arrives(() => clock.increment(60_000));
  await arrives(() =>
    quote.last().answer(exchangeQuote('second', noon + 60_000, { receive: '11.5', rate: '1.15' })),
  );
  const alert = screen.getByRole('alert');
  expect([...alert.querySelectorAll('del')].map((old) => old.textContent)).toEqual(['1.20', '12.00']);
  expect([...alert.querySelectorAll('ins')].map((now) => now.textContent)).toEqual([
    '1.15 USDT',
    '11.50 USDT',
  ]);
  expect([...alert.querySelectorAll('dt')].map((term) => term.textContent)).toEqual(['Rate', 'You receive']);
  const button = screen.getByRole('button', { name: /^Exchange \d/ });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Accept new quote' }));
  expect(screen.getByRole('button', { name: /^Exchange \d/ }).getAttribute('aria-disabled')).toBeNull();
});

test('a rate has six digits, and all on a press; another one that differs further down is told apart', async () => {
  const { user, quote, arrives, clock } = await start();
  await user.type(pay(), '10');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await arrives(() => quote.last().answer(exchangeQuote('first', noon, { rate: '4.281282405435292396' })));
  expect(fact('Rate')).toBe('1 ZST = 4.28128 USDT, all digits');
  await user.click(screen.getByRole('button', { name: '4.28128 USDT, all digits' }));
  expect(fact('Rate')).toBe('1 ZST = 4.281282405435292396 USDT, all digits');

  const renewed = async (id: string, rate: string) => {
    await arrives(() => clock.increment(60_000));
    await arrives(() =>
      quote.last().answer(exchangeQuote(id, noon + clock.now(), { rate, receive: '11.5' })),
    );
    const alert = screen.getByRole('alert');
    return [...alert.querySelectorAll('del, ins')].map((each) => each.textContent).slice(0, 2);
  };
  expect(await renewed('second', '4.281282405435292111')).toEqual([
    '4.281282405435292396',
    '4.281282405435292111 USDT',
  ]);
  expect(await renewed('third', '4.181282405435292111')).toEqual(['4.28128', '4.18128 USDT']);
});

test('the focus stays on the page when another tab takes the exchange, and when it comes back', async () => {
  const { real, user } = await start();
  await user.type(screen.getByRole('textbox', { name: /^You pay/ }), '10');
  await arrives(() => real.send({ type: 'tabLock.lost' }));
  expect(document.activeElement?.textContent).toBe('Continue here');
  await arrives(() => real.send({ type: 'tabLock.held', record: null }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
});

test('on a phone an exchange is one row, whose status is drawn only where it is not what one expects', async () => {
  beNarrow();
  await start({ made: [exchangeDone, { ...exchangeDone, id: 'e-failed', status: 'failed' }] });
  const rows = within(screen.getByRole('list', { name: 'Your exchanges' })).getAllByRole('listitem');
  expect(rows).toHaveLength(2);
  const [done, failed] = rows;
  if (!(done && failed)) throw new Error('no rows');
  expect(within(done).getByText(/Completed/).className).toBe('sr-only');
  expect(within(failed).getByText('Failed').closest('.sr-only')).toBeNull();
});

test('the exchanges that were made are listed with their status, or there is an invitation', async () => {
  await start();
  expect(screen.getByRole('rowheader').textContent).toContain('1970');
  expect(screen.getByText('Completed')).toBeTruthy();
  document.body.innerHTML = '';
  await start({ made: [] });
  expect(screen.getByText('No exchanges yet')).toBeTruthy();
});

test('a page of exchanges beyond the last leads to the last, and every page keeps the tokens of the address', async () => {
  await start({ search: '?from=STO&to=ZST&page=3', made: [], meta: { page: 3, total: 15 } });
  screen.getByText('Page 3 doesn’t exist');
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(href('Open last page')).toBe('/exchange?from=STO&to=ZST&page=2');
  await expectPresentable();
  cleanup();
  await start({ search: '?from=STO&to=ZST&amount=5', meta: { total: 15 } });
  expect(href('Page 2')).toBe('/exchange?from=STO&to=ZST&page=2');
});

test('a key in the amount makes no new format of numbers', async () => {
  const { user } = await start();
  const pay = screen.getByRole('textbox', { name: /You pay/ });
  await user.type(pay, '1');
  const made = vi.spyOn(Intl, 'NumberFormat');
  await user.type(pay, '2');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /You receive/ }).value).not.toBe('');
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
});

test('a key is shown in its field before what follows from the amount is drawn; another token is drawn at once', async () => {
  const shown = new Set<string>();
  const { user } = await start({
    onDrawn: () => {
      if (screen.queryByText('Fee')) shown.add(`${pay().value} ${receive().value} ${fact('Fee')}`);
    },
  });
  await user.type(pay(), '1');
  shown.clear();
  await user.type(pay(), '2');
  expect([...shown]).toEqual(['12 1.241262 0.002 ZST · 0.2%', '12 14.89515 0.024 ZST · 0.2%']);
  shown.clear();
  await user.click(screen.getByRole('button', { name: 'Switch tokens' }));
  expect([...shown]).toEqual(['12 14.89515 0.024 ZST · 0.2%', '15.105589 12 0.030212 USDT · 0.2%']);
});
