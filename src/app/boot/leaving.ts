import type { AppRef } from '../../machines/appMachine.ts';
import { selectIsLocked } from '../../machines/appSelectors.ts';

/** Has the browser ask before the page closes while money may be moving. */
export function askBeforeLeaving(app: AppRef, signal: AbortSignal): void {
  const ask = (event: BeforeUnloadEvent) => {
    const { signedIn } = app.getSnapshot().context;
    if (signedIn && selectIsLocked(signedIn.getSnapshot())) event.preventDefault();
  };
  window.addEventListener('beforeunload', ask, { signal });
}
