import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
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
/** Where the browser stands now; React is told later. */
const isAtStep = () => isStepEntry(window.history.state?.usr);

/**
 * The browser's Back is the flow's step before. While the flow has one, an entry of the same address stands on top of the page's: Back takes
 * it away, and the flow decides. The entry says nothing of a step, so Forward and a reload lead to where the flow is.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes by where the browser stands and by whether the flow has a step before
  useEffect(() => {
    const { location: before, isLeaving } = last.current;
    const isNew = before !== location;
    last.current = { location, isLeaving: isLeaving && !isNew };
    if (!flow) return;
    const isBack =
      isNew && isReturn && !isLeaving && isStepEntry(before.state) && !isStepEntry(location.state);
    if (isBack) goBack(app, flow, stepBefore);
    const snapshot = flow.getSnapshot();
    if (hasStep(snapshot)) {
      if (!isAtStep()) navigate(location, { state: { isStep: true } });
    } else if (isAtStep() && !last.current.isLeaving && !snapshot.hasTag('busy')) {
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
