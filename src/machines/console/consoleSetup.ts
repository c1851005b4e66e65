/** Types, guards and actions of the console machine. */
import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  assign,
  enqueueActions,
  setup,
} from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import { placeholderCallback, placeholderPromise } from '../core/placeholders.ts';
import { checksMachine } from './checksMachine.ts';
import {
  type AreaLocked,
  type AreaName,
  areasOf,
  type CheckDue,
  type ConsoleOperator,
} from './consoleAreas.ts';
import type { DecisionRef } from './decision.ts';
import { operatorLoginForm } from './operatorLoginForm.ts';
import { operatorPasskeyMachine } from './operatorPasskeyMachine.ts';

interface ConsoleInput {
  /** The clock, in milliseconds of the server's time. */
  readonly now: () => number;
}

export interface ConsoleContext extends ConsoleInput {
  readonly operator: ConsoleOperator | null;
  /** The area named by the address; empty for none. */
  readonly asked: string;
  /** The areas that were opened; they stay while others are shown, and while the operator logs in again. */
  readonly areas: Partial<Readonly<Record<AreaName, AnyActorRef>>>;
  /** The areas whose work would be interrupted by leaving the page. */
  readonly locked: readonly AreaName[];
  readonly failure: Failure | null;
}

type ConsoleEvent =
  | AreaLocked
  | { readonly type: 'location.changed'; readonly asked: string }
  | { readonly type: 'session.ended' }
  | CheckDue
  | { readonly type: 'retry.requested' }
  | { readonly type: 'logout.requested' }
  /** After logging in again, the operator discards the work of the earlier session. */
  | { readonly type: 'work.discarded' };

/** The area that the address names, or the operator's first area when it names none; null when it names one that they may not see. */
export function areaIn({ operator, asked }: Pick<ConsoleContext, 'operator' | 'asked'>): AreaName | null {
  const areas = areasOf(operator?.role ?? '');
  return (asked === '' ? areas[0] : areas.find((area) => area === asked)) ?? null;
}

/** Whether something was typed for a decision that was neither sent nor withdrawn. */
function isTyped({ areas }: Pick<ConsoleContext, 'areas'>): boolean {
  return Object.values(areas).some((area) => {
    const snapshot: AnyMachineSnapshot = area.getSnapshot();
    // The news have their decisions in a machine of their own.
    const reviews: AnyActorRef | undefined = snapshot.children.reviews;
    const { decisions = {} } = (reviews?.getSnapshot() ?? snapshot).context;
    const all: readonly DecisionRef<unknown, unknown>[] = Object.values(decisions);
    return all.map((each) => each.getSnapshot()).some((each) => each.context.isTyped && !each.hasTag('over'));
  });
}

/** Whether closing the page would interrupt a decision or lose what was typed for one. */
export const losesByClosing = (context: Pick<ConsoleContext, 'areas' | 'locked'>) =>
  context.locked.length > 0 || isTyped(context);

export const consoleSetup = setup({
  types: {
    context: {} as ConsoleContext,
    events: {} as ConsoleEvent,
    input: {} as ConsoleInput,
    tags: {} as 'busy' | 'loggingIn' | 'signedIn',
    children: {} as { login: 'login'; passkey: 'passkey' },
  },
  actors: {
    /** Resolves with the operator of the stored session; null when there is no valid session. */
    verifySession: placeholderPromise<ConsoleOperator | null, void>('verifySession'),
    /** Sends `session.ended` when the server says that it ended. */
    watchSession: placeholderCallback('watchSession'),
    checks: checksMachine,
    login: operatorLoginForm,
    passkey: operatorPasskeyMachine,
    endSession: placeholderPromise<void, void>('endSession'),
    loadArea: placeholderPromise<AnyActorLogic, { readonly area: AreaName }>('loadArea'),
  },
  guards: {
    isSomebody: (_, operator: ConsoleOperator | null) => operator !== null,
    isSame: ({ context: { operator } }, { name, role }: ConsoleOperator) =>
      name === operator?.name && role === operator.role,
    hasNoArea: ({ context }) => areaIn(context) === null,
    isOpen: ({ context }) => {
      const area = areaIn(context);
      return area !== null && context.areas[area] !== undefined;
    },
    isFree: ({ context }) => context.locked.length === 0,
    isTyped: ({ context }) => isTyped(context),
  },
  actions: {
    keepAsked: assign((_, { asked }: { asked: string }) => ({ asked })),
    keepOperator: assign((_, operator: ConsoleOperator | null) => ({ operator })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    openArea: assign(({ context, spawn }, logic: AnyActorLogic) => {
      const { areas, operator, now } = context;
      const area = areaIn(context);
      if (area === null || areas[area]) return {};
      return { areas: { ...areas, [area]: spawn(logic, { input: { now, operator } }) } };
    }),
    checkArea: enqueueActions(({ context, enqueue }, _params: undefined) => {
      const area = areaIn(context);
      const open = area && context.areas[area];
      if (open) enqueue.sendTo(open, { type: 'check.due' } satisfies CheckDue);
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
    /** Deletes the token from this browser even if the server never receives the logout. */
    forgetSession: (_, _params: undefined) => {
      throw new Error('provide forgetSession');
    },
  },
  delays: { timeout: 10_000, logoutTimeout: 5_000 },
});
