/** An area in which an operator works through a list and decides on its items, one after the other or several at once. */
import { type AnyActorRef, assign, enqueueActions, sendParent, sendTo, setup } from 'xstate';
import { createResourceMachine, type ResourceRef } from '../core/createResourceMachine.ts';
import { withEvent } from '../core/withEvent.ts';
import type { AreaInput, AreaLocked, AreaName, CheckDue } from './consoleAreas.ts';
import type { createDecisionMachine } from './createDecisionMachine.ts';
import type { createListMachine, ListRef } from './createListMachine.ts';
import type { DecisionChanged, DecisionRef, DecisionSettled } from './decision.ts';

interface ReviewContext<Item, Choice> extends AreaInput {
  /** The key of the opened item; null when only the list is shown. */
  readonly opened: string | null;
  /** By key, in the order of opening: the opened decision, and closed ones that are running, have failed or are being typed. */
  readonly decisions: Readonly<Record<string, DecisionRef<Item, Choice>>>;
  readonly locked: readonly string[];
}

type ReviewEvent<Item> =
  | { readonly type: 'item.opened'; readonly item: Item }
  | { readonly type: 'item.closed' }
  /** Removes a closed decision that has ended, or that the operator gave up. */
  | { readonly type: 'decision.dismissed'; readonly key: string }
  | DecisionChanged
  | DecisionSettled
  | CheckDue;

interface Review<Item, Choice, Details, Answer> {
  readonly area: AreaName;
  readonly keyOf: (item: Item) => string;
  readonly list: ReturnType<typeof createListMachine<Item>>;
  readonly decision: ReturnType<typeof createDecisionMachine<Item, Choice, Answer>>;
  /** Reads the details of an opened item by its key. */
  readonly details?: ReturnType<typeof createResourceMachine<Details>>;
}

/**
 * The list and the decision are provided when the area is opened. A decision is about the item as it was shown when opened, and goes on after
 * its item is closed, once it is confirmed. One that failed begins anew, with what was typed, when its item is opened as another.
 */
export function createReviewAreaMachine<Item, Choice, Details = never, Answer = void>({
  area,
  keyOf,
  list,
  decision,
  details = createResourceMachine<Details>('details'),
}: Review<Item, Choice, Details, Answer>) {
  const idOf = (key: string) => `decision:${key}`;
  /** A decision that can be dropped: it is over, or it was not confirmed, has not failed, and nothing is typed for it. */
  const isIdle = (each: DecisionRef<Item, Choice>) => {
    const snapshot = each.getSnapshot();
    const { failure, isTyped } = snapshot.context;
    return snapshot.hasTag('over') || (!snapshot.hasTag('locked') && failure === null && !isTyped);
  };
  /** Whether a decision goes on when its item is opened: it is under way, or its item is as it was. */
  const goesOn = (each: DecisionRef<Item, Choice>, item: Item) => {
    const snapshot = each.getSnapshot();
    if (snapshot.hasTag('over')) return false;
    return snapshot.hasTag('locked') || JSON.stringify(snapshot.context.subject) === JSON.stringify(item);
  };
  /** What was chosen and typed for a decision that has not ended. */
  const typedIn = (each: DecisionRef<Item, Choice> | undefined) => {
    const snapshot = each?.getSnapshot();
    if (!snapshot || snapshot.hasTag('over')) return { choice: null, isTyped: false };
    const { choice, isTyped } = snapshot.context;
    return { choice, isTyped };
  };
  return setup({
    types: {
      context: {} as ReviewContext<Item, Choice>,
      events: {} as ReviewEvent<Item>,
      input: {} as AreaInput,
      children: {} as { list: 'list'; details: 'details' },
    },
    actors: { list, decision, details },
    actions: {
      open: enqueueActions(({ context: { decisions, now }, enqueue }, { item }: { item: Item }) => {
        const key = keyOf(item);
        const begun = decisions[key];
        enqueue.assign({ opened: key });
        if (begun && goesOn(begun, item)) return;
        const typed = typedIn(begun);
        if (begun) enqueue.stopChild(idOf(key));
        enqueue.assign(({ spawn }) => ({
          decisions: {
            ...decisions,
            [key]: spawn('decision', { id: idOf(key), input: { now, key, subject: item, ...typed } }),
          },
        }));
      }),
      // Without named parameters the types of `enqueueActions` break.
      close: assign((_, _params: undefined) => ({ opened: null })),
      dropIdle: enqueueActions(({ context: { opened, decisions }, enqueue }, _params: undefined) => {
        const idle = Object.entries(decisions).filter(([key, each]) => key !== opened && isIdle(each));
        for (const [key] of idle) enqueue.stopChild(idOf(key));
        const dropped = new Set(idle.map(([key]) => key));
        enqueue.assign({
          decisions: Object.fromEntries(Object.entries(decisions).filter(([key]) => !dropped.has(key))),
        });
      }),
      drop: enqueueActions(({ context: { decisions }, enqueue }, { key }: { key: string }) => {
        const found = decisions[key];
        if (!found || found.getSnapshot().hasTag('locked')) return;
        enqueue.stopChild(idOf(key));
        enqueue.assign({
          decisions: Object.fromEntries(Object.entries(decisions).filter(([each]) => each !== key)),
        });
      }),
      keepLock: assign(({ context }, { key, isLocked }: Omit<DecisionChanged, 'type'>) => {
        const others = context.locked.filter((each) => each !== key);
        return { locked: isLocked ? [...others, key] : others };
      }),
      tellLock: sendParent(
        ({ context }, _params: undefined): AreaLocked => ({
          type: 'area.locked',
          area,
          isLocked: context.locked.length > 0,
        }),
      ),
      outdate: sendTo('list', (_, _params: undefined) => ({ type: 'outdated' })),
      check: sendTo('list', (_, _params: undefined) => ({ type: 'check.due' })),
      showDetails: sendTo('details', ({ context }, _params: undefined) => ({
        type: 'screen.shown',
        key: context.opened,
      })),
      outdateDetails: sendTo('details', (_, _params: undefined) => ({ type: 'outdated' })),
    },
  }).createMachine({
    id: area,
    context: ({ input }) => ({ ...input, opened: null, decisions: {}, locked: [] }),
    invoke: [
      { id: 'list', src: 'list', input: ({ context }) => ({ now: context.now }) },
      { id: 'details', src: 'details', input: ({ context }) => ({ now: context.now, key: null }) },
    ],
    initial: 'listing',
    on: {
      'item.opened': { target: '.reviewing', actions: [withEvent('open'), 'dropIdle', 'showDetails'] },
      'decision.changed': { actions: [withEvent('keepLock'), 'tellLock'] },
      'decision.settled': { actions: ['outdate', 'outdateDetails'] },
      'decision.dismissed': { actions: withEvent('drop') },
    },
    states: {
      listing: { on: { 'check.due': { actions: 'check' } } },
      reviewing: {
        on: { 'item.closed': { target: 'listing', actions: ['close', 'dropIdle', 'showDetails'] } },
      },
    },
  });
}

/** The part of a review area that screens use. */
export interface ReviewAreaRef<Item, Choice, Details = unknown> extends Pick<AnyActorRef, 'subscribe'> {
  getSnapshot(): {
    readonly context: ReviewContext<Item, Choice>;
    readonly children: {
      readonly list?: ListRef<Item> | undefined;
      readonly details?: ResourceRef<Details> | undefined;
    };
  };
  send(event: Exclude<ReviewEvent<Item>, DecisionChanged | DecisionSettled | CheckDue>): void;
}
