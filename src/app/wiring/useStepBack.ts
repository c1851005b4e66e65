import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { ActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { AppRef } from '../../machines/appMachine.ts';
import { addStepEntry, isRemovingStepEntry, isStepEntry, keyOf, removeStepEntry } from './stepEntry.ts';

type Flow = ActorRef<AnyMachineSnapshot, AnyEventObject>;
/** The event that takes the flow to its previous step; null at the first one. */
type StepBefore = (snapshot: AnyMachineSnapshot) => AnyEventObject | null;

/** The first of a flow's own events that it accepts now. */
export const byFirst =
  (...types: readonly string[]): StepBefore =>
  (snapshot) =>
    types.map((type) => ({ type })).find((event) => snapshot.can(event)) ?? null;

/**
 * The browser's Back goes to the flow's previous step. While the flow has one, a second history entry with the page's address is on top
 * of the page's own: Back removes it, and the flow goes one step back. The entry does not name a step, so Forward and a reload show the
 * step at which the flow is.
 */
export function useStepBack(app: AppRef, given: unknown, stepBefore: StepBefore): void {
  const flow = given as Flow | null | undefined;
  const { key, pathname } = useLocation();
  const [path] = useState(() => app.getSnapshot().context.location?.path);
  // A page is still drawn when the browser is already at the next one, whose entries are not its own.
  const isHere = pathname === path;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the step before depends on the flow's snapshot alone
  useEffect(() => {
    return flow && isHere ? followSteps(app, flow, stepBefore, key) : undefined;
  }, [app, flow, key, isHere]);
}

/** Keeps the entry for a step while the page with this key is shown. Returns a function that ends this. */
function followSteps(app: AppRef, flow: Flow, stepBefore: StepBefore, key: string): () => void {
  // Kept here and not read from the browser, whose entry changes before `popstate` reports it.
  let isAtStep = isStepEntry();
  let isOver = false;

  const adjust = () => {
    if (isOver || isRemovingStepEntry() || keyOf() !== key) return;
    const snapshot = flow.getSnapshot();
    const hasStep = snapshot.hasTag('locked') || stepBefore(snapshot) !== null;
    if (hasStep && !isAtStep) {
      addStepEntry();
      isAtStep = true;
    } else if (!hasStep && isAtStep && !snapshot.hasTag('busy')) removeStepEntry(adjust);
  };
  const followBrowser = ({ state }: PopStateEvent) => {
    const wasAtStep = isAtStep;
    isAtStep = isStepEntry(state);
    if (isRemovingStepEntry() || keyOf(state) !== key) return;
    if (wasAtStep && !isAtStep) goBack(app, flow, stepBefore);
    adjust();
  };

  window.addEventListener('popstate', followBrowser);
  const subscription = flow.subscribe(adjust);
  adjust();
  return () => {
    isOver = true;
    window.removeEventListener('popstate', followBrowser);
    subscription.unsubscribe();
  };
}

function goBack(app: AppRef, flow: Flow, stepBefore: StepBefore): void {
  const snapshot = flow.getSnapshot();
  const event = snapshot.hasTag('locked') ? null : stepBefore(snapshot);
  if (event) flow.send(event);
  else if (snapshot.hasTag('locked')) {
    const toast = { tone: 'wait', key: 'stillMoving', values: {} } as const;
    app.getSnapshot().context.toasts.send({ type: 'toast.raised', toast });
  }
}
