/** A quote that a person agrees to: renewed while shown; changes and warnings have to be confirmed first. Output: the accepted quote. */
import { assign, sendParent, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import type { StandingRef } from '../core/standingMachine.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import { isWorse, type MoneyFlowDescription, overAt, type Quoted, tolerated } from './moneyFlow.ts';

interface QuoteReviewInput<QuoteRequest, Quote> {
  /** The clock, in milliseconds of the server's time. */
  readonly now: () => number;
  readonly standing: StandingRef;
  readonly request: QuoteRequest;
  /** The quote that the person reviewed before, or null: a worse one has to be accepted in its place. */
  readonly quote: Quote | null;
  /** The warning that the person has confirmed. */
  readonly acknowledged: string | null;
}

interface QuoteReviewContext<QuoteRequest, Quote> extends QuoteReviewInput<QuoteRequest, Quote> {
  /** The best quote that the person has agreed to: later ones are compared with it, so that many small losses do not add up unnoticed. */
  readonly agreed: Quote | null;
  /** The number of renewals since the person last asked for a quote. */
  readonly renewals: number;
}

export type QuoteReviewEvent =
  | { readonly type: 'quote.requested' }
  | { readonly type: 'quote.accepted' }
  /** The person has seen how the new quote differs, and accepts it. */
  | { readonly type: 'change.accepted' }
  /** The person confirms that they have read the quote's warning. */
  | { readonly type: 'warning.acknowledged' };

/** The state that a review returns to, also after a reload. */
export interface Reviewed<Quote> {
  readonly quote: Quote;
  readonly acknowledged: string | null;
}

/** The events that it sends to its parent. */
export type QuoteReviewReport<Quote> =
  | ({ readonly type: 'quote.reviewed' } & Reviewed<Quote>)
  | { readonly type: 'quote.failed'; readonly failure: Failure };

/** How often a quote is renewed automatically while it is shown; after that the person has to ask. */
const renewalsInARow = 5;

/** Tags: `busy` while a quote is awaited, `slow` when that takes long. */
export function createQuoteReviewMachine<QuoteRequest, Quote extends Quoted>({
  id,
  termsOf,
  warningIn = () => null,
}: Pick<MoneyFlowDescription<never, never, Quote, unknown>, 'id' | 'termsOf' | 'warningIn'>) {
  type Context = QuoteReviewContext<QuoteRequest, Quote>;
  const isWorseThan = (agreed: Quote | null, next: Quote, by: bigint) =>
    agreed !== null && isWorse(termsOf(next), termsOf(agreed), by);
  const warningOf = ({ quote }: Context) => quote && warningIn(quote);

  return setup({
    types: {
      context: {} as Context,
      events: {} as QuoteReviewEvent,
      input: {} as QuoteReviewInput<QuoteRequest, Quote>,
      output: {} as { readonly quote: Quote },
      tags: {} as 'busy' | 'slow',
      children: {} as { requestQuote: 'requestQuote' },
    },
    actors: { requestQuote: placeholderPromise<Quote, { readonly request: QuoteRequest }>('requestQuote') },
    guards: {
      isChanged: ({ context }, quote: Quote) => isWorseThan(context.agreed, quote, tolerated),
      hasWarning: ({ context }) => ![null, context.acknowledged].includes(warningOf(context)),
      isGood: ({ context }) => context.now() < overAt(context.quote),
      // Do not renew while offline; wait until the person asks again.
      canRenew: ({ context: { renewals, standing } }) =>
        renewals < renewalsInARow && !standing.getSnapshot().context.isOffline,
    },
    actions: {
      keepQuote: assign(({ context: { agreed } }, quote: Quote) => ({
        quote,
        agreed: isWorseThan(agreed, quote, 0n) ? agreed : quote,
      })),
      keepChangedQuote: assign((_, quote: Quote) => ({ quote })),
      acceptChange: assign(({ context }) => ({ agreed: context.quote })),
      acknowledgeWarning: assign(({ context }) => ({ acknowledged: warningOf(context) })),
      countRenewal: assign(({ context }) => ({ renewals: context.renewals + 1 })),
      forgetRenewals: assign({ renewals: 0 }),
      tellReviewed: sendParent(
        ({ context: { agreed, acknowledged } }): QuoteReviewReport<Quote> => ({
          type: 'quote.reviewed',
          quote: required(agreed),
          acknowledged,
        }),
      ),
      tellFailed: sendParent(
        (_, { error }: { error: unknown }): QuoteReviewReport<Quote> => ({
          type: 'quote.failed',
          failure: failureOf(error),
        }),
      ),
    },
    delays: {
      untilSlow: 10_000,
      untilOver: ({ context }) => Math.max(0, overAt(context.quote) - context.now()),
    },
  }).createMachine({
    id: `${id}Review`,
    context: ({ input: { now, standing, request, quote, acknowledged } }) => ({
      now,
      standing,
      request,
      quote,
      acknowledged,
      agreed: quote,
      renewals: 0,
    }),
    output: ({ context }) => ({ quote: required(context.quote) }),
    initial: 'quoting',
    states: {
      quoting: {
        id: 'quoting',
        tags: 'busy',
        invoke: {
          id: 'requestQuote',
          src: 'requestQuote',
          input: ({ context }) => ({ request: context.request }),
          onDone: [
            {
              guard: withOutput('isChanged'),
              target: 'reviewing.changed',
              actions: withOutput('keepChangedQuote'),
            },
            { target: 'reviewing', actions: withOutput('keepQuote') },
          ],
          onError: { target: 'over', actions: withEvent('tellFailed') },
        },
        initial: 'prompt',
        states: { prompt: { after: { untilSlow: 'slow' } }, slow: { tags: 'slow' } },
      },
      reviewing: {
        entry: 'tellReviewed',
        after: {
          untilOver: [{ guard: 'canRenew', target: 'quoting', actions: 'countRenewal' }, { target: 'over' }],
        },
        initial: 'judging',
        states: {
          judging: { always: [{ guard: 'hasWarning', target: 'warned' }, { target: 'offered' }] },
          warned: {
            on: {
              'warning.acknowledged': { target: 'offered', actions: ['acknowledgeWarning', 'tellReviewed'] },
            },
          },
          offered: {
            on: {
              'quote.accepted': [{ guard: 'isGood', target: '#accepted' }, { target: '#quoting' }],
            },
          },
          changed: {
            on: { 'change.accepted': { target: 'judging', actions: ['acceptChange', 'tellReviewed'] } },
          },
        },
      },
      over: { on: { 'quote.requested': { target: 'quoting', actions: 'forgetRenewals' } } },
      accepted: { id: 'accepted', type: 'final' },
    },
  });
}
