import fc from 'fast-check';
import type { TokenSymbol } from '../../contract/tokens.ts';

/** What may come between a form and what it sends. Each leaves what was typed or reviewed where it was. */
const pauses = [
  'none',
  'reload',
  'reopen',
  'otherTab',
  'sessionEnds',
  'crash',
  'offline',
  'clockAhead',
  'clockBehind',
  'back',
] as const;
export type Pause = (typeof pauses)[number];

/** Where it may come. */
const pausePlaces = ['draft', 'review', 'proof', 'unknown', 'absent'] as const;
export type PausePlace = (typeof pausePlaces)[number];

/** What may happen to a request that moves money, from the press on. */
const faults = [
  'none',
  'doubleClick',
  'slow',
  'held',
  'dropped',
  'failedAfter',
  'badGateway',
  'lost',
  'throttled',
  'garbled',
  'sessionEnds',
  'reload',
  'closed',
  'otherTab',
  'offline',
  'crashBefore',
  'crashAfter',
] as const;
export type Fault = (typeof faults)[number];

export type Who = 0 | 1;

/** Something that is sent once: to the other person, to an address outside, or exchanged. */
export interface MoneyStep {
  readonly do: 'send' | 'withdraw' | 'exchange';
  readonly who: Who;
  readonly token: TokenSymbol;
  /** What is received for it. */
  readonly into: TokenSymbol;
  /** Whole units, at least the smallest withdrawal (10 ZST); the place of the step in its walk makes the amount one of its kind. */
  readonly size: number;
  readonly pauseAt: PausePlace;
  readonly pause: Pause;
  /** What happens to the first request for a quote. */
  readonly quoteFault: Fault;
  readonly fault: Fault;
  /** Nobody answers for some seconds what became of it. */
  readonly isSilent: boolean;
  /** When nothing has arrived it is not sent again before it is over. */
  readonly isPatient: boolean;
  /** It is reviewed and never agreed to; what comes next finds it there. */
  readonly isLeft: boolean;
  /** Whom it reaches looks at their wallet meanwhile. */
  readonly isWatched: boolean;
}

export type Step =
  | MoneyStep
  | { readonly do: 'cancel'; readonly who: Who; readonly fault: Fault; readonly isRaced: boolean }
  | { readonly do: 'join'; readonly fault: Fault }
  | { readonly do: 'write'; readonly who: Who; readonly fault: Fault }
  | { readonly do: 'reply'; readonly who: Who; readonly fault: Fault }
  | { readonly do: 'verify'; readonly who: Who; readonly fault: Fault }
  | { readonly do: 'decide'; readonly approve: boolean }
  | { readonly do: 'deposit'; readonly who: Who; readonly token: TokenSymbol; readonly size: number }
  | { readonly do: 'signOut'; readonly who: Who }
  | { readonly do: 'signIn'; readonly who: Who; readonly fault: Fault }
  | { readonly do: 'sessionEnds'; readonly who: Who }
  | { readonly do: 'restart'; readonly isKilled: boolean };

const who = fc.constantFrom<Who>(0, 1);
const token = fc.constantFrom<TokenSymbol>('ZST', 'STO', 'USDT');
const often = <T>(usual: T, all: readonly T[]) =>
  fc.oneof({ weight: 1, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: fc.constantFrom(...all) });

const money: fc.Arbitrary<MoneyStep> = fc
  .record({
    do: fc.constantFrom('send' as const, 'send' as const, 'withdraw' as const, 'exchange' as const),
    who,
    token,
    into: token,
    size: fc.integer({ min: 10, max: 60 }),
    pauseAt: fc.constantFrom(...pausePlaces),
    pause: often<Pause>('none', pauses),
    fault: often<Fault>('none', faults),
    quoteFault: fc.constantFrom<Fault>(
      'none',
      'none',
      'none',
      'dropped',
      'lost',
      'badGateway',
      'throttled',
      'crashBefore',
    ),
    isSilent: fc.boolean(),
    isLeft: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
    isWatched: fc.boolean(),
    isPatient: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
  })
  .map((step) => ({ ...step, into: step.into === step.token ? otherThan(step.token) : step.into }));

function otherThan(token: TokenSymbol): TokenSymbol {
  return token === 'ZST' ? 'USDT' : 'ZST';
}

/** What happens in a walk, most of it money. */
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: money },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('cancel' as const),
      who,
      fault: fc.constantFrom<Fault>(
        'none',
        'doubleClick',
        'dropped',
        'failedAfter',
        'lost',
        'crashAfter',
        'reload',
      ),
      isRaced: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('join' as const), fault: fc.constantFrom(...faults) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('write' as const), who, fault: fc.constantFrom(...faults) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('reply' as const), who, fault: fc.constantFrom(...faults) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('verify' as const), who, fault: fc.constantFrom(...faults) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('decide' as const), approve: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('deposit' as const),
      who,
      token,
      size: fc.integer({ min: 1, max: 500 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('signOut' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('signIn' as const), who, fault: fc.constantFrom(...faults) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sessionEnds' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), isKilled: fc.boolean() }) },
);

/** The walk of a seed. */
export function walkOf(seed: number, length: number): readonly Step[] {
  return fc.sample(fc.array(step, { minLength: length, maxLength: length }), { seed, numRuns: 1 })[0] ?? [];
}
