import { type AnyActorRef, type AnyMachineSnapshot, type AnyStateMachine, createMachine } from 'xstate';
import { CallError } from '../../../contract/failure.ts';
import type { KeysetPage } from '../../../contract/paging.ts';
import { failure } from '../actors.ts';
import { type Gesture, openByKey, pointAt, press } from './gestures.ts';
import { outsideResource, readings, whenOld, whenOldOrMissing } from './resourceMap.ts';
import { type OutsideStep, type PersonStep, type ScreenMap, screenMap } from './screenMap.ts';

type Scene = NonNullable<ScreenMap['scenes']>[number];

/** What all scenes of an area share. */
interface AreaLook extends Pick<ScreenMap, 'screen'> {
  readonly area: AnyStateMachine;
  readonly operator: { readonly name: string; readonly role: string };
  readonly views?: readonly (string | RegExp)[];
}

interface ListLook {
  readonly list: AnyStateMachine;
  readonly part: AnyStateMachine;
  readonly item: unknown;
  /** How a person filters it, where they can. */
  readonly filters?: readonly PersonStep[];
}

/** A call that is answered as it is made; what it read never becomes old. */
export const atOnce = (data: unknown) =>
  createMachine({
    id: 'atOnce',
    initial: 'answered',
    states: { answered: { type: 'final' } },
    output: { data, loadedAt: Number.POSITIVE_INFINITY },
  });

const pageOf = (data: readonly unknown[], next: string | null = null) => ({ data, meta: { next } });

/** The list whose page is there at once. */
export const listAtOnce = ({ list, part, item }: ListLook) =>
  list.provide({ actors: { part: part.provide({ actors: { load: atOnce(pageOf([item])) } }) } });

const childOf = (actor: AnyActorRef, id: string): AnyActorRef => actor.getSnapshot().children[id];
const actorAt = (root: AnyActorRef, at: string) => at.split('.').filter(Boolean).reduce(childOf, root);

const linesOf = (list: AnyActorRef): KeysetPage<unknown> | null =>
  list.getSnapshot().context.held ?? childOf(list, 'part').getSnapshot().context.data;

function toldOfList(list: AnyActorRef) {
  const { filter, trail, held } = list.getSnapshot().context;
  const { key, dataKey, data } = childOf(list, 'part').getSnapshot().context;
  return [filter, trail, held?.data.length, key, dataKey, data?.data.length];
}

const inputOf = (operator: AreaLook['operator']) => (now: () => number) => ({ now, operator });

/** A list of `createListMachine` on the screen of its area, where it is at `at`: waited for, page by page, and with the pointer over its lines. */
export function listScenes(
  at: string,
  { area, operator, screen, views = [] }: AreaLook,
  list: ListLook,
): [waiting: Scene, pages: Scene, pointer: Scene] {
  const part = `${at}.part`;
  const shared = {
    screen,
    views,
    machine: area,
    input: inputOf(operator),
    distinguish: (root: AnyActorRef) => toldOfList(actorAt(root, at)),
  };
  const again: PersonStep = {
    at: part,
    events: [{ type: 'refresh.requested' }],
    by: press('Try again'),
    offered: (actor) => whenOld(actor.getSnapshot()),
  };
  const person: PersonStep[] = [
    again,
    { at, events: [{ type: 'refresh.requested' }], by: press('Refresh') },
    {
      at,
      events: [{ type: 'page.next', after: 'b' }],
      by: press('Next'),
      offered: (actor) => {
        const next = linesOf(actor)?.meta.next ?? null;
        return next !== null && next !== actor.getSnapshot().context.trail.at(-1);
      },
    },
    {
      at,
      events: [{ type: 'page.previous' }],
      by: press('Previous'),
      offered: (actor) => linesOf(actor) !== null && actor.getSnapshot().context.trail.length > 1,
    },
    ...(list.filters ?? []).map((step) => ({ ...step, at })),
  ];
  const outside: OutsideStep[] = [
    { event: { type: 'check.due' } },
    { at, event: { type: 'screen.shown' } },
    { at, event: { type: 'outdated' } },
    { at: part, event: { type: 'confirmations.arrived', id: 't-1', seen: 3, needed: 12 } },
  ];
  // "Refresh" would be as short a way, and "Try again" would not be pressed.
  const waiting: Scene = {
    ...shared,
    person: [again],
    outside,
    answers: { [`${part}.load`]: readings(pageOf([list.item])) },
    views: ['Refresh', ...views],
  };
  const pages: Scene = {
    ...shared,
    person,
    outside,
    answers: { [`${part}.load`]: readings(pageOf([list.item], 'b')) },
  };
  const lines = 'main li > button, main table';
  const pointer: Scene = {
    ...shared,
    person: [
      {
        at,
        events: [{ type: 'pointer.entered', shown: pageOf([list.item]) }],
        by: pointAt(lines, 'Refresh'),
        offered: (actor) => actor.getSnapshot().context.held === null && linesOf(actor)?.data.length === 1,
      },
      {
        at,
        events: [{ type: 'pointer.left' }],
        by: pointAt(lines, 'Refresh', true),
        offered: (actor) => actor.getSnapshot().context.held !== null,
      },
    ],
    outside: outside.filter(({ event }) => event.type === 'outdated'),
    answers: {
      [`${part}.load`]: {
        done: [pageOf([list.item]), pageOf([])].map((data) => ({
          data,
          loadedAt: Number.POSITIVE_INFINITY,
        })),
      },
    },
    views: ['Refresh', ...views],
    isTimeless: true,
  };
  return [waiting, pages, pointer];
}

/** `unreached` of a list. */
export const reasonsOfList = ({ list, part, filters }: ListLook) => ({
  [`${part.id}.choosing: always [1]`]: 'nothing leads here without a key',
  ...(filters ? {} : { [`${list.id}.open: filter.changed`]: 'the screen has no filter for it' }),
});

/** One choice of a decision, and how it is changed before it is confirmed, one change after the other. */
interface ChoiceLook {
  readonly name: string;
  readonly choice: unknown;
  readonly changes?: readonly (readonly [by: Gesture, choice: unknown])[];
  /** The name of the button that confirms it, where it is another one. */
  readonly confirm?: string;
  /** What was typed is there again after it was undone or refused. */
  readonly keeps?: true;
}

interface ReviewLook extends AreaLook, ListLook {
  /** The machine that reviews, where it is a child of the area; and the area with another one. */
  readonly reviews?: AnyStateMachine;
  readonly inArea?: (reviews: AnyStateMachine) => AnyStateMachine;
  readonly at?: string;
  readonly key: string;
  readonly row: RegExp;
  readonly decision: AnyStateMachine;
  readonly choices: readonly [ChoiceLook, ...ChoiceLook[]];
  /** What is read of an opened item, where something is. */
  readonly details?: { readonly machine: AnyStateMachine; readonly data: unknown };
  readonly close: Gesture;
  /** How the next decision on the same item is begun where one is over. */
  readonly again?: PersonStep;
  /** Controls of the opened item that change nothing but the look, and the fields of its decision. */
  readonly fields?: readonly (string | RegExp)[];
  readonly unreached?: Readonly<Record<string, string>>;
  /** Further machines, and their scenes in the area whose list and details are there at once; `opened` opens the item. */
  readonly covers?: readonly AnyStateMachine[];
  readonly scenes?: (
    atOnce: Required<Pick<Scene, 'machine' | 'input' | 'screen' | 'views'>>,
    opened: PersonStep,
  ) => Scene[];
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const lost = new CallError(failure('NETWORK'));

/** What a person does with a decision at a place. */
function decisionSteps(at: string, choices: readonly ChoiceLook[]): PersonStep[] {
  const chosen = (decision: AnyActorRef) => decision.getSnapshot().context.choice;
  return [
    ...choices.flatMap(({ name, choice, changes = [], confirm = name, keeps }): PersonStep[] => {
      const all = [choice, ...changes.map(([, changed]) => changed)];
      return [
        {
          at,
          events: [{ type: 'choice.made', choice }],
          by: press(name),
          offered: (decision) => !keeps || !all.slice(1).some((each) => isSame(chosen(decision), each)),
        },
        ...(keeps ? all.slice(1) : []).map(
          (kept): PersonStep => ({
            at,
            events: [{ type: 'choice.made', choice: kept }],
            by: press(name),
            offered: (decision) => isSame(chosen(decision), kept),
          }),
        ),
        ...changes.map(
          ([change, changed], index): PersonStep => ({
            at,
            events: [{ type: 'choice.changed', choice: changed }],
            by: change,
            offered: (decision) => isSame(chosen(decision), all[index]),
          }),
        ),
        {
          at,
          events: [{ type: 'choice.confirmed' }],
          by: press(confirm),
          offered: (decision) => all.some((each) => isSame(chosen(decision), each)),
        },
      ];
    }),
    { at, events: [{ type: 'choice.withdrawn' }], by: press('Cancel') },
    { at, events: [{ type: 'choice.undone' }], by: press('Undo') },
    { at, events: [{ type: 'answer.requested' }], by: press('Check now') },
  ];
}

/** An area of `createReviewAreaMachine` with its list, its pages, its details and its decisions, all on its screen. */
export function reviewMap(look: ReviewLook): ScreenMap {
  const { area, operator, screen, at = '', key, row, item, decision, choices, details, close } = look;
  const { reviews = area, inArea = (machine) => machine, views = [], fields = [] } = look;
  const under = (id: string) => (at === '' ? id : `${at}.${id}`);
  const decisionAt = under(`decision:${key}`);
  // Every area has details; where nobody sees them, nothing is read.
  const detailsOf = details?.machine ?? (reviews.implementations.actors.details as AnyStateMachine);
  const read = detailsOf.provide({ actors: { load: atOnce(details?.data) } });
  const machine = (actors: Readonly<Record<string, AnyStateMachine>>) =>
    inArea(reviews.provide({ actors: { list: listAtOnce(look), details: read, ...actors } }));
  const contextIn = (root: AnyActorRef) => actorAt(root, at).getSnapshot().context;
  const decisionIn = (root: AnyActorRef): AnyMachineSnapshot | undefined =>
    contextIn(root).decisions[key]?.getSnapshot();
  const isListing = (actor: AnyActorRef) => actor.getSnapshot().context.opened === null;
  const opened: PersonStep = {
    at,
    events: [{ type: 'item.opened', item }],
    by: openByKey(row),
    offered: isListing,
  };
  const closed: PersonStep = { at, events: [{ type: 'item.closed' }], by: close };
  const again = (look.again ? [look.again] : []).map(
    (step): PersonStep => ({
      ...step,
      at,
      offered: (actor, root) => !isListing(actor) && (step.offered?.(actor, root) ?? true),
    }),
  );
  const shared = {
    screen,
    input: inputOf(operator),
    views: ['Refresh', ...views, ...fields],
  };
  const keeps = choices.some((each) => each.keeps);
  const toldOfDecision = (root: AnyActorRef) => {
    const state = decisionIn(root);
    if (!state) return null;
    const { choice, secondsLeft } = state.context;
    const isOpen = state.matches('confirming') || (keeps && !state.hasTag('locked') && !state.hasTag('over'));
    return [secondsLeft, isOpen ? choice : null, state.matches('done') ? choice.verdict : null];
  };
  const onOpened = (each: AnyActorRef) => !isListing(actorAt(each, at));

  const decided: Scene = {
    ...shared,
    // Two ticks instead of ten before it is sent.
    machine: machine({ decision: decision.provide({ delays: { tick: 5_000 } }) }),
    person: [opened, ...again, ...decisionSteps(decisionAt, choices)],
    outside: [],
    answers: {
      [`${decisionAt}.send`]: {
        done: [undefined],
        error: [
          lost,
          ...[
            failure('APPROVAL_REQUIRED'),
            failure('STATUS_CONFLICT'),
            failure('FORBIDDEN'),
            failure('VALIDATION_FAILED', { fields: { verdict: 'characters' } }),
          ].map((each) => new CallError(each)),
        ],
      },
      [`${decisionAt}.readOutcome`]: {
        done: ['done', 'proposed', 'open'],
        error: [lost, new CallError(failure('STATUS_CONFLICT'))],
      },
    },
    views: [...shared.views, /^(?:Close|Dismiss|Back to list)$/],
    distinguish: toldOfDecision,
  };

  const isBeside = (actor: AnyActorRef, isOk: (state: AnyMachineSnapshot) => boolean) => {
    const state: AnyMachineSnapshot | undefined = actor.getSnapshot().context.decisions[key]?.getSnapshot();
    return isListing(actor) && state !== undefined && !state.hasTag('locked') && isOk(state);
  };
  const beside: Scene = {
    ...shared,
    machine: machine({
      decision: decision.provide({ delays: { tick: 10_000, untilUnsure: Number.POSITIVE_INFINITY } }),
    }),
    person: [
      opened,
      closed,
      ...again,
      { ...opened, by: press('Open'), offered: (actor) => isBeside(actor, (state) => !state.hasTag('over')) },
      {
        at,
        events: [{ type: 'decision.dismissed', key }],
        by: press('Close'),
        offered: (actor) => isBeside(actor, () => true),
      },
      ...decisionSteps(decisionAt, choices.slice(0, 1)).map((step) => ({
        ...step,
        offered: (actor: AnyActorRef, root: AnyActorRef) =>
          (step.offered?.(actor, root) ?? true) &&
          (onOpened(root) || step.events[0]?.type === 'choice.undone'),
      })),
    ],
    outside: [{ event: { type: 'check.due' } }],
    answers: {
      [`${decisionAt}.send`]: { done: [undefined], error: [new CallError(failure('STATUS_CONFLICT'))] },
    },
    views: [...shared.views, ...choices.slice(1).map(({ name }) => name)],
    distinguish: toldOfDecision,
  };

  const detailed: Scene[] = details
    ? [
        {
          ...shared,
          machine: machine({ details: details.machine }),
          person: [
            opened,
            closed,
            {
              at: under('details'),
              events: [{ type: 'refresh.requested' }],
              by: press('Try again'),
              offered: (actor) => whenOldOrMissing(actor.getSnapshot()),
            },
          ],
          outside: outsideResource(under('details')),
          answers: { [`${under('details')}.load`]: readings(details.data) },
          views: [...shared.views, ...choices.map(({ name }) => name)],
          distinguish: (root: AnyActorRef) => {
            const { key: asked, dataKey } = actorAt(root, under('details')).getSnapshot().context;
            return [asked, dataKey];
          },
        },
      ]
    : [];

  const [waiting, pages, pointer] = listScenes(under('list'), { ...look, views: [...views, row] }, look);
  return screenMap({
    ...(waiting as ScreenMap),
    covers: [
      ...(reviews === area ? [] : [reviews]),
      look.list,
      look.part,
      decision,
      ...(details ? [details.machine] : []),
      ...(look.covers ?? []),
    ],
    scenes: [
      pages,
      pointer,
      ...detailed,
      beside,
      decided,
      ...(look.scenes?.({ ...shared, machine: machine({}) }, opened) ?? []),
    ],
    unreached: { ...reasonsOfList(look), ...look.unreached },
  });
}
