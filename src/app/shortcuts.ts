import { type AppRef, selectScreen } from '../machines/appMachine.ts';

/** The width from which there is a sidebar; below it is a slide-in panel (spec section 9). */
const wide = '(min-width: 768px)';

/** Spec section 2: Ctrl/Cmd+B toggles the sidebar; on a narrow screen the panel in its place. */
export function listenForShortcuts(app: AppRef, signal: AbortSignal): void {
  const toggle = (event: KeyboardEvent) => {
    const isSidebarKey =
      event.code === 'KeyB' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isSidebarKey || event.repeat || event.defaultPrevented) return;
    const snapshot = app.getSnapshot();
    if (!snapshot.matches('signedIn') || selectScreen(snapshot) === null) return;
    event.preventDefault();
    snapshot.context.preferences.send({
      type: window.matchMedia(wide).matches ? 'sidebar.toggled' : 'panel.toggled',
    });
  };
  window.addEventListener('keydown', toggle, { signal });
}
