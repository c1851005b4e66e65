import type { ReactNode } from 'react';
import type { ActorRefFrom, AnyActorRef, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { CallError } from '../../../contract/failure.ts';
import type { FailureCode } from '../../../contract/failureCodes.ts';
import { failure } from '../actors.ts';
import { consoleNow } from '../consoleAreas.ts';
import { closeDialog, type Gesture, press } from './gestures.ts';
import { alwaysRead, hasRead, outsideResource, readings, whenOld, whenOldOrMissing } from './resourceMap.ts';
import type { OutsideStep, PersonStep, ScreenMap } from './screenMap.ts';

interface Choice {
  readonly verdict: string;
  readonly [name: string]: unknown;
}

interface ShownChoice {
  readonly choice: Choice;
  readonly by: Gesture;
  readonly confirmed: Gesture;
  /** Whether the screen offers it for an item; without this it always does. */
  readonly isFor?: (item: { readonly status: string }) => boolean;
}

interface ReviewLook<Area extends AnyStateMachine> {
  readonly area: Area;
  readonly list: AnyStateMachine;
  readonly part: AnyStateMachine;
  readonly decision: AnyStateMachine;
  readonly screen: (area: ActorRefFrom<Area>) => ReactNode;
  /** The machine of the review, where it is a child of the area, and its place there. */
  readonly review?: { readonly machine: AnyStateMachine; readonly at: string };
  readonly item: unknown;
  readonly key: string;
  /** The name of the item's row. */
  readonly row: RegExp;
  /** Other filters of the list, each by what a person does. */
  readonly filters?: readonly { readonly filter: string; readonly by: Gesture }[];
  /** What is read of an opened item. */
  readonly details?: { readonly machine: AnyStateMachine; readonly data: unknown };
  /** Whether the details are what the choices are made from. */
  readonly isChosenFromDetails?: boolean;
  /** Each choice with the button that makes it and the one that confirms it. */
  readonly choices: readonly ShownChoice[];
  /** The choice that is followed until its outcome is known, if not the first. */
  readonly sent?: Choice;
  /** What is typed or chosen while it is confirmed. */
  readonly changes?: readonly { readonly from: Choice; readonly choice: Choice; readonly by: Gesture }[];
  readonly back?: Gesture;
  /** Opens the item anew after a decision. */
  readonly again?: {
    readonly item: unknown;
    readonly by: Gesture;
    readonly offered: (decision: AnyMachineSnapshot) => boolean;
  };
  readonly covers?: readonly AnyStateMachine[];
  /** What else of the area may answer. */
  readonly answers?: ScreenMap['answers'];
  readonly scenes?: (look: SceneParts) => ScreenMap['scenes'];
  readonly views?: ScreenMap['views'];
  readonly unreached?: Readonly<Record<string, string>>;
}

export const operator = { name: 'anna', role: 'administrator' } as const;
const offline = new CallError(failure('NETWORK'));
const refused = (code: FailureCode) => new CallError(failure(code));
const behind = 'behind';

const snapshotOf = (actor: AnyActorRef): AnyMachineSnapshot => actor.getSnapshot();
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const partOf = (list: AnyActorRef) => snapshotOf(snapshotOf(list).children.part as AnyActorRef);

/** What a person does with a list of the console, which is at a place. */
export function listSteps(
  at: string,
  filters: readonly { readonly filter: string; readonly by: Gesture }[] = [],
): PersonStep[] {
  const shown = (list: AnyActorRef) => partOf(list).context.data?.meta;
  const trail = (list: AnyActorRef): readonly string[] => snapshotOf(list).context.trail;
  return [
    { at, events: [{ type: 'refresh.requested' }], by: press('Refresh') },
    {
      at: `${at}.part`,
      events: [{ type: 'refresh.requested' }],
      by: press('Try again'),
      offered: (part) => whenOld(snapshotOf(part)),
    },
    {
      at,
      events: [{ type: 'page.next', after: behind }],
      by: press('Next'),
      offered: (list) => shown(list)?.next === behind && trail(list).at(-1) !== behind,
    },
    {
      at,
      events: [{ type: 'page.previous' }],
      by: press('Previous'),
      offered: (list) => shown(list) !== undefined,
    },
    ...filters.map(({ filter, by }) => ({
      at,
      events: [{ type: 'filter.changed', filter }],
      by,
      offered: (list: AnyActorRef) => snapshotOf(list).context.filter !== filter,
    })),
  ];
}

/** What a page of a list may answer. */
const pagesOf = (...lines: readonly unknown[]) => ({
  data: lines,
  meta: { next: lines.length > 0 ? behind : null },
});

/** What comes to a list from its parent. */
export const outsideList = (at: string): OutsideStep[] => [
  { at, event: { type: 'outdated' } },
  { at: `${at}.part`, event: { type: 'screen.shown' } },
  { at: `${at}.part`, event: { type: 'confirmations.arrived', id: 't-1', seen: 3, needed: 12 } },
];

/** A list is explored in two scenes: what happens to one of its pages, and how a person goes from page to page. */
export const listScenes = (at: string) => {
  const listIn = (root: AnyActorRef) =>
    at.split('.').reduce((actor, id) => snapshotOf(actor).children[id] as AnyActorRef, root);
  const hasGoneOn = (root: AnyActorRef) => {
    const { trail, filter } = snapshotOf(listIn(root)).context;
    return trail.length > 1 || filter !== '';
  };
  return {
    answers: (...lines: readonly unknown[]) => ({
      [`${at}.part.load`]: readings(pagesOf(...lines), pagesOf()),
    }),
    hasGoneOn,
    distinguish: (root: AnyActorRef) => {
      const { trail, filter } = snapshotOf(listIn(root)).context;
      const { key, dataKey, data } = partOf(listIn(root)).context;
      return [trail, filter, key, dataKey, data?.data.length];
    },
    pages: (...lines: readonly unknown[]) => ({
      outside: [],
      answers: { [`${at}.part.load`]: { done: [readings(pagesOf(...lines)).done[0]] } },
      until: (root: AnyActorRef) => {
        const part = partOf(listIn(root));
        return part.hasTag('slow') || part.hasTag('stale');
      },
    }),
  };
};

/** What further scenes of an area are made from. */
interface SceneParts {
  readonly machine: AnyStateMachine;
  readonly opened: OutsideStep;
  readonly decision: string;
  readonly answers: ScreenMap['answers'];
  readonly decisionIn: (root: AnyActorRef) => AnyMachineSnapshot | undefined;
}

const withoutFilter = (list: AnyStateMachine) => ({
  [`${list.id}.open: filter.changed`]: 'this list has no filter',
});

/** `unreached` of a list of the console. */
export const plainList = (list: AnyStateMachine, hasFilter = false) => ({
  ...alwaysRead('part'),
  ...(hasFilter ? {} : withoutFilter(list)),
});

/** The area, whose reads are never slow and never old: how long that takes is looked at elsewhere. */
function patient({ area, review, list, part, details }: ReviewLook<AnyStateMachine>): AnyStateMachine {
  const delays = { untilSlow: Number.POSITIVE_INFINITY, untilStale: Number.POSITIVE_INFINITY };
  const actors = {
    list: list.provide({ actors: { part: part.provide({ delays }) } }),
    ...(details && { details: details.machine.provide({ delays }) }),
  };
  return review
    ? area.provide({ actors: { [review.at]: review.machine.provide({ actors }) } })
    : area.provide({ actors });
}

/** The screen map of an area in which an operator opens items of a list and decides on them. */
export function reviewMap<Area extends AnyStateMachine>(look: ReviewLook<Area>): ScreenMap {
  const { area, list, part, decision, details, item, key, choices, changes = [], filters, again } = look;
  const place = (id: string) => (look.review ? `${look.review.at}.${id}` : id);
  const top = look.review ? { at: look.review.at } : {};
  const at = place(`decision:${key}`);
  const reviewIn = (root: AnyActorRef) =>
    look.review ? (snapshotOf(root).children[look.review.at] as AnyActorRef) : root;
  const scenes = listScenes(place('list'));
  const sent = look.sent ?? choices[0]?.choice;
  const opening = (one: unknown, by: Gesture): PersonStep => ({
    ...top,
    events: [{ type: 'item.opened', item: one }],
    by,
  });
  const opened = { ...top, event: { type: 'item.opened', item } };
  const isOpen = (root: AnyActorRef) => snapshotOf(reviewIn(root)).matches('reviewing');
  const detailsIn = (root: AnyActorRef) =>
    snapshotOf(snapshotOf(reviewIn(root)).children.details as AnyActorRef);
  const decisionIn = (root: AnyActorRef) => {
    const actor = snapshotOf(reviewIn(root)).children[`decision:${key}`] as AnyActorRef | undefined;
    return actor && snapshotOf(actor);
  };
  const isResting = (root: AnyActorRef) => decisionIn(root)?.hasTag('locked') === false;
  const isReady = (root: AnyActorRef) => !look.isChosenFromDetails || hasRead(detailsIn(root));
  const machine = patient(look as unknown as ReviewLook<AnyStateMachine>);

  const ofChoices: PersonStep[] = [
    ...choices.flatMap(({ choice, by, confirmed, isFor = () => true }) => [
      {
        at,
        events: [{ type: 'choice.made', choice }],
        by,
        offered: (actor: AnyActorRef, root: AnyActorRef) =>
          isReady(root) && isFor(snapshotOf(actor).context.subject),
      },
      {
        at,
        events: [{ type: 'choice.confirmed' }],
        by: confirmed,
        offered: (actor: AnyActorRef) => snapshotOf(actor).context.choice?.verdict === choice.verdict,
      },
    ]),
    ...changes.map(({ from, choice, by }) => ({
      at,
      events: [{ type: 'choice.changed', choice }],
      by,
      offered: (actor: AnyActorRef, root: AnyActorRef) =>
        isSame(snapshotOf(actor).context.choice, from) && (!details || hasRead(detailsIn(root))),
    })),
    { at, events: [{ type: 'choice.withdrawn' }], by: press('Cancel') },
  ];
  const ofProgress: PersonStep[] = [
    { at, events: [{ type: 'choice.undone' }], by: press('Undo') },
    { at, events: [{ type: 'answer.requested' }], by: press('Check now') },
  ];
  const hasRow = (root: AnyActorRef) =>
    partOf(snapshotOf(reviewIn(root)).children.list as AnyActorRef).context.data?.data.length > 0;
  const ofList: PersonStep[] = [
    ...listSteps(place('list'), filters),
    { ...opening(item, press(look.row)), offered: (_: AnyActorRef, root: AnyActorRef) => hasRow(root) },
  ].map(({ offered = () => true, ...step }: PersonStep) => ({
    ...step,
    offered: (actor, root) => !isOpen(root) && offered(actor, root),
  }));
  const ofItem: PersonStep[] = [
    { ...top, events: [{ type: 'item.closed' }], by: look.back ?? closeDialog(/^(?:Close|Dismiss)$/) },
    ...(details
      ? [
          {
            at: place('details'),
            events: [{ type: 'refresh.requested' }],
            by: press('Try again'),
            offered: (actor: AnyActorRef) => whenOldOrMissing(snapshotOf(actor)),
          },
        ]
      : []),
    ...ofChoices,
    ...ofProgress,
    ...(again
      ? [
          {
            ...opening(again.item, again.by),
            offered: (_: AnyActorRef, root: AnyActorRef) => {
              const decided = decisionIn(root);
              return decided !== undefined && isReady(root) && again.offered(decided);
            },
          },
        ]
      : []),
  ];
  const [load, read] = [place('list.part.load'), place('details.load')];
  const held: ScreenMap['answers'] = {
    ...look.answers,
    [load]: {},
    [read]: {},
    [`${at}.send`]: {
      done: [undefined],
      error: [offline, refused('APPROVAL_REQUIRED'), refused('STATUS_CONFLICT')],
    },
    [`${at}.readOutcome`]: { done: ['done', 'proposed', 'open'], error: [offline] },
  };
  const shown = details ? { [read]: { done: [readings(details.data).done[0]] } } : {};
  const input = (speed: number) => (now: () => number) => ({
    now: () => consoleNow + now() * speed,
    operator,
  });

  return {
    machine: area,
    covers: [
      ...(look.review ? [look.review.machine] : []),
      ...(look.covers ?? []),
      ...[list, part, decision],
      ...(details ? [details.machine] : []),
    ],
    input: input(1),
    screen: look.screen as unknown as ScreenMap['screen'],
    // An item is opened in place of the list, or in a dialog, which is looked at by itself.
    isShown: (root) => look.back !== undefined || !isOpen(root),
    person: look.back ? [...ofList, ...ofItem] : ofList,
    outside: outsideList(place('list')),
    answers: { ...held, ...scenes.answers(item) },
    ...(look.views && { views: look.views }),
    distinguish: (root) => {
      const decided = decisionIn(root)?.context;
      return [
        scenes.distinguish(root),
        detailsIn(root).context.key,
        detailsIn(root).context.dataKey,
        decided && [decided.choice, decided.secondsLeft, decided.subject.status],
      ];
    },
    until: (root) => isOpen(root) || scenes.hasGoneOn(root),
    unreached: { ...plainList(list, filters !== undefined), ...look.unreached },
    scenes: [
      {
        ...scenes.pages(item),
        answers: { ...held, ...scenes.pages(item).answers },
        until: (root) => isOpen(root) || scenes.pages().until(root),
      },
      ...(details
        ? [
            {
              // What is read of the opened item.
              person: ofItem,
              isShown: isOpen,
              outside: [opened, ...outsideResource(place('details'))],
              answers: { ...held, [read]: readings(details.data) },
              until: (root: AnyActorRef) => decisionIn(root)?.matches('reviewing') === false,
            },
          ]
        : []),
      {
        // The decision, before the eyes of the operator. What is not the first choice is looked at until it is sent.
        machine,
        input: input(5),
        person: ofItem,
        isShown: isOpen,
        outside: [opened],
        answers: { ...held, ...shown },
        until: (root) =>
          (!isOpen(root) && decisionIn(root) !== undefined) ||
          (!again && decisionIn(root)?.hasTag('over') === true) ||
          (decisionIn(root)?.matches('deciding') === true && !isSame(decisionIn(root)?.context.choice, sent)),
      },
      {
        // Decisions that go on while the list is shown.
        machine,
        input: input(5),
        person: [
          ...ofList,
          {
            ...opening(item, press('Open')),
            offered: (_: AnyActorRef, root: AnyActorRef) =>
              isResting(root) && decisionIn(root)?.hasTag('over') === false,
          },
          {
            ...top,
            events: [{ type: 'decision.dismissed', key }],
            by: press('Close'),
            offered: (_: AnyActorRef, root: AnyActorRef) => isResting(root),
          },
          ...ofProgress,
        ],
        isShown: (root) => !isOpen(root),
        outside: [
          opened,
          { ...top, event: { type: 'item.closed' } },
          { at, event: { type: 'choice.made', choice: sent } },
          { at, event: { type: 'choice.confirmed' } },
        ],
        answers: held,
        until: (root) =>
          scenes.hasGoneOn(root) || (isOpen(root) && decisionIn(root)?.context.failure != null),
      },
      ...(look.scenes?.({ machine, opened, decision: at, answers: { ...held, ...shown }, decisionIn }) ?? []),
    ],
  };
}
