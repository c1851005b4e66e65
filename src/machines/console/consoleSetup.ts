/** Types, guards and actions of the console machine. */
import { type AnyActorLogic, type AnyActorRef, assign, enqueueActions, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import { placeholderCallback, placeholderPromise } from '../core/placeholders.ts';
import { type AreaLocked, type AreaName, areasOf, type ConsoleOperator } from './consoleAreas.ts';
import { operatorLoginForm } from './operatorLoginForm.ts';
import { operatorPasskeyMachine } from './operatorPasskeyMachine.ts';

interface ConsoleInput {
  /** The clock, in milliseconds of the server's time. */
  readonly now: () => number;
}

export interface ConsoleContext extends ConsoleInput {
  readonly operator: ConsoleOperator | null;
  /** What the address names; empty for none. */
  readonly asked: string;
  /** The areas that were opened; they stay while others are shown, and while somebody whose session has ended logs in again. */
  readonly areas: Partial<Readonly<Record<AreaName, AnyActorRef>>>;
  /** The areas that leaving the page would interrupt. */
  readonly locked: readonly AreaName[];
  readonly failure: Failure | null;
}

type ConsoleEvent =
  | AreaLocked
  | { readonly type: 'location.changed'; readonly asked: string }
  | { readonly type: 'session.ended' }
  | { readonly type: 'retry.requested' }
  | { readonly type: 'logout.requested' }
  /** Whoever logs in again does without what is left of the session before. */
  | { readonly type: 'work.discarded' };

/** The area that the address names, or the first of those that the operator may see; null when it names another. */
export function areaIn({ operator, asked }: Pick<ConsoleContext, 'operator' | 'asked'>): AreaName | null {
  const areas = areasOf(operator?.role ?? '');
  return (asked === '' ? areas[0] : areas.find((area) => area === asked)) ?? null;
}

export const consoleSetup = setup({
  types: {
    context: {} as ConsoleContext,
    events: {} as ConsoleEvent,
    input: {} as ConsoleInput,
    tags: {} as 'busy' | 'loggingIn' | 'signedIn',
    children: {} as { login: 'login'; passkey: 'passkey' },
  },
  actors: {
    /** Answers who the kept session belongs to, null when there is none any more. */
    verifySession: placeholderPromise<ConsoleOperator | null, void>('verifySession'),
    /** Tells `session.ended` when the server says so. */
    watchSession: placeholderCallback('watchSession'),
    login: operatorLoginForm,
    passkey: operatorPasskeyMachine,
    endSession: placeholderPromise<void, void>('endSession'),
    loadArea: placeholderPromise<AnyActorLogic, { readonly area: AreaName }>('loadArea'),
  },
  guards: {
    isSomebody: (_, { operator }: { operator: ConsoleOperator | null }) => operator !== null,
    isSame: ({ context }, { operator }: { operator: ConsoleOperator }) =>
      operator.name === context.operator?.name && operator.role === context.operator.role,
    hasNoArea: ({ context }) => areaIn(context) === null,
    isOpen: ({ context }) => {
      const area = areaIn(context);
      return area !== null && context.areas[area] !== undefined;
    },
    isFree: ({ context }) => context.locked.length === 0,
  },
  actions: {
    keepAsked: assign((_, { asked }: { asked: string }) => ({ asked })),
    keepOperator: assign((_, { operator }: { operator: ConsoleOperator | null }) => ({ operator })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    openArea: assign(({ context, spawn }, { logic }: { logic: AnyActorLogic }) => {
      const { areas, operator, now } = context;
      const area = areaIn(context);
      if (area === null || areas[area]) return {};
      return { areas: { ...areas, [area]: spawn(logic, { input: { now, operator } }) } };
    }),
    keepLock: assign(({ context: { locked } }, { area, isLocked }: Omit<AreaLocked, 'type'>) => {
      const others = locked.filter((each) => each !== area);
      return { locked: isLocked ? [...others, area] : others };
    }),
    closeAll: enqueueActions(({ context, enqueue }, _params: undefined) => {
      for (const area of Object.values(context.areas)) enqueue.stopChild(area);
      enqueue.assign({ areas: {}, locked: [] });
    }),
    forgetOperator: assign((_, _params: undefined) => ({ operator: null })),
    // Without named parameters the types of `enqueueActions` break.
    /** The token is forgotten here, whether or not the server has heard of it. */
    forgetSession: (_, _params: undefined) => {
      throw new Error('provide forgetSession');
    },
  },
  delays: { timeout: 10_000, logoutTimeout: 5_000 },
});
