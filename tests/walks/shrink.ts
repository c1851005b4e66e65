import type { Step } from './steps.ts';
import type { Walked } from './walk.ts';

interface Found {
  readonly steps: readonly Step[];
  readonly walked: Walked;
}

/** So long shorter walks are begun, in milliseconds. */
const patience = 240_000;

/** A shorter walk that something is found on, too: fewer steps first, then plainer ones. */
export async function shrink(
  steps: readonly Step[],
  walked: Walked,
  walkAgain: (steps: readonly Step[]) => Promise<Walked>,
): Promise<Found> {
  let best: Found = { steps: steps.slice(0, walked.at + 1), walked };
  const end = Date.now() + patience;
  for (let candidate = next(best.steps, 0); candidate && Date.now() < end; ) {
    const again = await walkAgain(candidate.steps);
    const isFound = again.finding !== null;
    if (isFound) best = { steps: candidate.steps.slice(0, again.at + 1), walked: again };
    candidate = next(best.steps, isFound ? 0 : candidate.number + 1);
  }
  return best;
}

/** The candidate of this number: the walk without a part of it, or with a step made plainer. */
function next(steps: readonly Step[], number: number) {
  const candidates = [...shorter(steps), ...plainer(steps)];
  const candidate = candidates[number];
  return candidate && { steps: candidate, number };
}

/** Without its first half, quarter, …, and without each single step but the last, at which it was found. */
function shorter(steps: readonly Step[]): (readonly Step[])[] {
  const cut: (readonly Step[])[] = [];
  for (let size = Math.floor(steps.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let from = 0; from + size < steps.length; from += size)
      cut.push(steps.filter((_, place) => place < from || place >= from + size));
  return cut;
}

function plainer(steps: readonly Step[]): (readonly Step[])[] {
  return steps.flatMap((step, place) =>
    plainSteps(step).map((plain) => steps.map((each, index) => (index === place ? plain : each))),
  );
}

function plainSteps(step: Step): Step[] {
  if (step.do !== 'send' && step.do !== 'withdraw' && step.do !== 'exchange')
    return 'fault' in step && step.fault !== 'none' ? [{ ...step, fault: 'none' }] : [];
  return [
    ...(step.pause === 'none' ? [] : [{ ...step, pause: 'none' as const }]),
    ...(step.quoteFault === 'none' ? [] : [{ ...step, quoteFault: 'none' as const }]),
    ...(step.fault === 'none' ? [] : [{ ...step, fault: 'none' as const }]),
    ...(step.isSilent ? [{ ...step, isSilent: false }] : []),
    ...(step.isLeft ? [{ ...step, isLeft: false }] : []),
    ...(step.isWatched ? [{ ...step, isWatched: false }] : []),
    ...(step.isPatient ? [{ ...step, isPatient: false }] : []),
  ];
}
