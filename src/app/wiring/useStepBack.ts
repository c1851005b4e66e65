import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { type Location, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { ActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { AppRef } from '../../machines/appMachine.ts';

type Flow = ActorRef<AnyMachineSnapshot, AnyEventObject>;
/** What the flow is told to go to the step before; null at its first one. */
type StepBefore = (snapshot: AnyMachineSnapshot) => AnyEventObject | null;

/** The first of a flow's own events for that which it takes now. */
export const byFirst =
  (...types: readonly string[]): StepBefore =>
  (snapshot) =>
    types.map((type) => ({ type })).find((event) => snapshot.can(event)) ?? null;

/** Whether a history entry's state is that of the entry for a step. */
export const isStepEntry = (state: unknown) =>
  typeof state === 'object' && state !== null && 'isStep' in state;

/**
 * Whether a move by Back or Forward removed the entry for a step. React shows a location later than the browser is at it: when the entry
 * for a step came and went in between, the page's entry follows itself.
 */
export const isStepTaken = (from: Location, to: Location) =>
  !isStepEntry(to.state) && (isStepEntry(from.state) || from.key === to.key);
/** Whether the browser is still at the location that React shows. While it is not, another location follows. */
const isCurrent = (location: Location) => (window.history.state?.key ?? 'default') === location.key;

/**
 * The browser's Back goes to the flow's previous step. While the flow has one, a second history entry with the page's address is on top
 * of the page's own: Back removes it, and the flow goes one step back. The entry does not name a step, so Forward and a reload show the
 * step at which the flow is.
 */
export function useStepBack(app: AppRef, given: unknown, stepBefore: StepBefore): void {
  const flow = given as Flow | null | undefined;
  const location = useLocation();
  const navigate = useNavigate();
  const isReturn = useNavigationType() === 'POP';
  const hasStep = (snapshot: AnyMachineSnapshot) =>
    snapshot.hasTag('locked') || stepBefore(snapshot) !== null;
  const isBehind = useSelector(flow ?? undefined, (snapshot) => snapshot !== undefined && hasStep(snapshot));
  const last = useRef({ location, isLeaving: false });

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the location, or whether the flow has a previous step, has changed
  useEffect(() => {
    const { location: before, isLeaving } = last.current;
    const isNew = before !== location;
    last.current = { location, isLeaving: isLeaving && !isNew };
    if (!flow) return;
    if (isNew && isReturn && !isLeaving && isStepTaken(before, location)) goBack(app, flow, stepBefore);
    if (!isCurrent(location)) return;
    const snapshot = flow.getSnapshot();
    if (hasStep(snapshot)) {
      if (!isStepEntry(location.state)) navigate(location, { state: { isStep: true } });
    } else if (isStepEntry(location.state) && !last.current.isLeaving && !snapshot.hasTag('busy')) {
      last.current.isLeaving = true;
      navigate(-1);
    }
  }, [location, isBehind, flow]);
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
