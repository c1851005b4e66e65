import type { AnyActorRef } from 'xstate';
import {
  type Announcements,
  announcements,
  behindDialog,
  controlsOnScreen,
  heardOf,
  textsIn,
  toldOf,
} from './controls.ts';
import { actorsUnder, type Happening, type HeldSystem, isHeld } from './heldSystem.ts';
import { statesIn } from './pathModel.ts';

/** What was there before something happened. */
export interface Before {
  readonly texts: readonly string[];
  /** Also behind a dialog: what came there is no news when it is shown. */
  readonly live: Announcements;
  readonly heard: Announcements;
  /** What a person could use. */
  readonly enabled: EnabledControls;
  /** The calls whose answer is awaited. */
  readonly calls: readonly AnyActorRef[];
  focus: Element | null;
  /** What is told of what has the focus when a person does something. */
  told: string;
  readonly value: string;
  /** So many events had been sent. */
  readonly sent: number;
  /** What a person did it at. */
  control: Element | null;
}

export function seen(system: HeldSystem): Before {
  const live = announcements();
  const heard = heardOf(live);
  return {
    texts: seenTexts(),
    live,
    heard,
    // What can be used is compared where a message goes, which takes a while to find.
    enabled: spokenBy(heard).length > 0 ? enabledControls() : new Map(),
    calls: callsOf(system),
    focus: document.activeElement,
    told: '',
    value: statesIn(system.root),
    sent: system.sent.length,
    control: null,
  };
}

/**
 * Without what stands behind a dialog, and without the reasons of greyed out controls: each is drawn over the page once its code is there,
 * and is told as the control's description at once.
 */
function seenTexts(): string[] {
  const isBehind = behindDialog();
  const tooltips = [...document.querySelectorAll('[role=tooltip]')];
  return [...document.body.children]
    .filter((element) => !tooltips.some((tooltip) => element.contains(tooltip)))
    .flatMap((element) => textsIn(element, isBehind));
}

export const looksOther = ({ texts }: Before) => !isSame(texts, seenTexts());

const isSame = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n');

/** What a screen reader was not told of a change, though it should have been; null where it was, or where nothing is to be told. */
export function unannounced(
  happening: Happening,
  before: Before,
  live: HeldSystem,
  isNavigation: boolean,
): string | null {
  const isPerson = happening.type === 'person';
  const isTold =
    document.activeElement !== before.focus ||
    isSaid(before.live) ||
    (isPerson && toldOf(before.focus) !== before.told) ||
    (isNavigation && saysOther(before.live)) ||
    (isAnswered(happening) && hasCome(before.heard)) ||
    isAskedAnew(before, live) ||
    ((isPerson || happening.type === 'time') && isOver(before));
  return isTold
    ? null
    : `what changed is not announced: say it in a live region (role="status" or "alert"), or move the focus to it; live regions say ${spoken(heardNow())} after ${spoken(before.heard)}`;
}

const heardNow = () => heardOf(announcements());

const spokenBy = (live: Announcements) => [...live.values()].filter((texts) => texts.length > 0);
const spoken = (live: Announcements) => JSON.stringify(spokenBy(live));

/** Whether a live region says something that it did not say before; one that only lost a part of its text says nothing. */
const isSaid = (before: Announcements) =>
  [...heardNow()].some(([region, texts]) => {
    const had = before.get(region);
    if (had === undefined)
      return texts.length > 0 && ![...before.values()].some((other) => isSame(other, texts));
    return without(texts, had).length > 0;
  });

/** Texts without others, each taken out as often as it is among these. */
function without(texts: readonly string[], others: readonly string[]): string[] {
  const left = [...texts];
  for (const text of others) if (left.includes(text)) left.splice(left.indexOf(text), 1);
  return left;
}

/** A navigation is told by the title of its page: what was said of the former one goes with it. */
const saysOther = (before: Announcements) => spoken(announcements()) !== spoken(before);

/** Whether what is awaited has come. Only a text with "…" says that something is awaited, and only then it may go without a word. */
const isAnswered = (happening: Happening) => happening.type === 'answer' && happening.kind !== 'error';
function hasCome(before: Announcements): boolean {
  const now = announcements();
  return [...before].some(([region, texts]) =>
    texts.some((text) => text.includes('…') && !now.get(region)?.includes(text)),
  );
}

/** Whether a call began, while the page only lost texts: what was said of the last answer goes, and the next one is to be told. */
const isAskedAnew = (before: Before, live: HeldSystem) =>
  callsOf(live).some((call) => !before.calls.includes(call)) && isWithin(seenTexts(), before.texts);

const callsOf = ({ root }: HeldSystem) =>
  [root, ...actorsUnder(root).map(([, actor]) => actor)].filter(
    (actor) => isHeld(actor) && actor.getSnapshot().status === 'active',
  );

/** Whether texts are others of which some were taken out. */
function isWithin(texts: readonly string[], whole: readonly string[]): boolean {
  let from = 0;
  return texts.every((text) => {
    const at = whole.indexOf(text, from);
    from = at + 1;
    return at >= 0;
  });
}

/**
 * Whether only a message that was said is gone, by its timer or because a person puts it away at a control of its own. Not where the
 * page offers something else without it: that is news.
 */
function isOver({ heard, texts, enabled, control }: Before): boolean {
  const now = announcements();
  const over = [...heard.keys()].filter((region) => heard.get(region)?.length && !now.get(region)?.length);
  const said = over.flatMap((region) => heard.get(region) ?? []);
  const isOf = (own: Element) => enabled.get(own)?.some((region) => over.includes(region)) ?? false;
  const left = enabledControls();
  return (
    over.length > 0 &&
    (control === null || isOf(control)) &&
    isSame(without(texts, said), seenTexts()) &&
    [...left.keys()].every((each) => enabled.has(each)) &&
    [...enabled.keys()].every((each) => left.has(each) || isOf(each))
  );
}

/** What a person can use, with the live regions that it is in. */
type EnabledControls = ReadonlyMap<Element, readonly Element[]>;

function enabledControls(): EnabledControls {
  const live = [...announcements().keys()];
  const enabled = controlsOnScreen().filter(({ isEnabled }) => isEnabled);
  return new Map(enabled.map(({ element }) => [element, live.filter((region) => region.contains(element))]));
}
