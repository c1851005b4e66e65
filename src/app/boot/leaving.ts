import type { AppRef } from '../../machines/appMachine.ts';
import { selectIsLocked } from '../../machines/appSelectors.ts';

/** While money may be moving, the browser asks before the page goes away. */
export function askBeforeLeaving(app: AppRef, signal: AbortSignal): void {
  const ask = (event: BeforeUnloadEvent) => {
    const { signedIn } = app.getSnapshot().context;
    if (signedIn && selectIsLocked(signedIn.getSnapshot())) event.preventDefault();
  };
  window.addEventListener('beforeunload', ask, { signal });
}
