import { type AppRef, selectIsLocked } from '../../machines/appMachine.ts';

/** While money may be moving, the browser asks before the page goes away. */
export function askBeforeLeaving(app: AppRef, signal: AbortSignal): void {
  const ask = (event: BeforeUnloadEvent) => {
    if (selectIsLocked(app.getSnapshot())) event.preventDefault();
  };
  window.addEventListener('beforeunload', ask, { signal });
}
