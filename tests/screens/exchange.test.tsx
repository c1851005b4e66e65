import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { type AnyMachineSnapshot, createActor, SimulatedClock } from 'xstate';
import type { ExchangeQuote, ExchangeQuoteRequest } from '../../contract/exchange.ts';
import type { Rates } from '../../contract/rates.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
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
import ExchangeScreen from '../../src/screens/exchange/ExchangeScreen.tsx';
import { asChild, manualCall } from '../support/actors.ts';
import { signedInInput } from '../support/areas.ts';
import {
  exchangeExploration,
  exchangeReviewExploration,
  exchangeSubmissionExploration,
  quietExchange,
  quietExchangeReview,
} from '../support/exchangeFlow.ts';
import { exchangeDone, exchangeQuote, heldTabLock } from '../support/moneyFlow.ts';
import { actorAt, reachableSnapshots } from '../support/paths.ts';
import { preferencesActor } from '../support/preferences.ts';
import { arrives, draw, expectPresentable, type Language, languages } from './draw.tsx';
import { fullWallet } from './figures.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');
const rates: Rates = {
  pairs: [
    { base: 'ZST', quote: 'USDT', rate: '1.25', change_24h: null },
    { base: 'USDT', quote: 'ZST', rate: '0.8', change_24h: null },
  ],
  as_of: '2026-11-20T12:00:00.000Z',
};
const tokens = fullWallet.tokens.map((token) =>
  token.symbol === 'ZST' ? { ...token, available: '100.000000000000000003' } : token,
);
const notifications = createActor(toastsMachine, { input: { now: () => noon } });

type Page = Parameters<typeof exchangesPage>[0];
const exchangesPage = (data: readonly (typeof exchangeDone)[]) => ({
  data,
  meta: { page: 1, per_page: 10, total: data.length },
});

interface Scene {
  language?: Language;
  exchange?: ExchangeRef;
  made?: Page;
}

/** The screen with real flows, whose calls a test answers by hand; balances, rates and exchanges are there. */
async function start({ language = 'en', exchange, made = [exchangeDone] }: Scene = {}) {
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
  const real = exchange ?? asChild(flow, { ...signedInInput(now, notifications), prefill: {} }, clock).child;
  real.send({ type: 'balances.known', tokens });
  draw(
    <ExchangeScreen
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
      preferences={preferencesActor()}
    />,
    language,
  );
  await arrives(() => {
    wallet.last().answer({ data: { ...fullWallet, tokens }, loadedAt: noon });
    known.last().answer({ data: rates, loadedAt: noon });
    list.last().answer({ data: exchangesPage(made), loadedAt: noon });
  });
  return { clock, quote, arrives, user: userEvent.setup() };
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

describe.each(languages)('in %s', (language) => {
  test.each(scenes)('%s is presentable', async (_, { snapshot, child }) => {
    await start({
      language,
      exchange: actorAt(quietExchange, snapshot, child) as unknown as ExchangeRef,
    });
    if (child.submission?.matches({ reconciling: 'asking' })) screen.getByText(unknownOutcome[language]);
    await expectPresentable();
  });
});

test('one amount is typed, the other follows at today’s rate; a flip keeps what is known', async () => {
  const { user } = await start();
  await user.type(pay(), '10,5');
  expect(receive().value).toBe('13.125');
  await user.click(screen.getByRole('button', { name: 'Switch tokens' }));
  expect([pay().value, receive().value]).toEqual(['13.125', '10,5']);
  await user.clear(pay());
  await user.type(pay(), '1');
  expect(receive().value).toBe('0.8');
});

test('a share of what is available is exact to the last unit', async () => {
  const { user } = await start();
  await user.click(screen.getByRole('button', { name: 'Max: your full available balance' }));
  expect(pay().value).toBe('100.000000000000000003');
  await user.click(screen.getByRole('button', { name: '25% of available balance' }));
  expect(pay().value).toBe('25');
});

test.each([
  ['', 'Enter an amount.'],
  ['0', 'The amount is below the minimum.'],
  ['-1', 'Enter an amount in digits, like 1234.56.'],
  ['1e5', 'Enter an amount in digits, like 1234.56.'],
  ['١٢', 'Enter an amount in digits, like 1234.56.'],
  ['1,234.5', 'Use one decimal separator, like 1234.56.'],
  ['0.0000000000000000001', 'Too many decimal places for this token.'],
  ['1000000000000000000000000000000', 'Your available balance is too low.'],
  ['100.000000000000000004', 'Your available balance is too low.'],
])('%s is refused at its field, and stays there', async (typed, words) => {
  const { user, quote } = await start();
  if (typed) await user.type(pay(), typed);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getAllByText(words).length).toBe(2);
  expect(pay().value).toBe(typed);
  expect(quote.calls).toEqual([]);
});

test('the review says every amount that moves; another quote is shown from old to new and has to be accepted before it can be sent', async () => {
  const { user, quote, arrives, clock } = await start();
  await user.type(pay(), '10');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(quote.last().input).toEqual({ request: { from: 'ZST', to: 'USDT', pay: '10' } });
  await arrives(() => quote.last().answer(exchangeQuote('first', noon)));
  const review = screen.getByRole('heading', { name: 'Review and confirm' });
  expect(document.activeElement).toBe(review);
  expect(screen.getByText('Balance after').nextSibling?.textContent).toBe('90.000000000000000003 ZST');

  await arrives(() => clock.increment(60_000));
  await arrives(() =>
    quote.last().answer(exchangeQuote('second', noon + 60_000, { receive: '12.5', rate: '1.25' })),
  );
  const alert = screen.getByRole('alert');
  expect([...alert.querySelectorAll('del')].map((old) => old.textContent)).toEqual(['1.20', '12.00']);
  expect([...alert.querySelectorAll('ins')].map((now) => now.textContent)).toEqual([
    '1.25 USDT',
    '12.50 USDT',
  ]);
  expect([...alert.querySelectorAll('dt')].map((term) => term.textContent)).toEqual(['Rate', 'You receive']);
  const button = screen.getByRole('button', { name: 'Exchange' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Accept new quote' }));
  expect(screen.getByRole('button', { name: 'Exchange' }).getAttribute('aria-disabled')).toBeNull();
});

test('the exchanges that were made are listed with their status, or there is an invitation', async () => {
  await start();
  expect(screen.getByRole('rowheader').textContent).toContain('1970');
  expect(screen.getByText('Completed')).toBeTruthy();
  document.body.innerHTML = '';
  await start({ made: [] });
  expect(screen.getByText('No exchanges yet')).toBeTruthy();
});
