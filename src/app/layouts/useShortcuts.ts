import { useLayoutEffect } from 'react';
import type { AppRef } from '../../machines/appMachine.ts';
import { selectIsAskedForTerms, selectScreen } from '../../machines/appSelectors.ts';

/** The width from which the sidebar is shown with labels; below it the panel slides in. */
const wide = '(min-width: 1024px)';

/**
 * Ctrl/Cmd+B toggles the sidebar, or the panel on narrow screens (spec section 2); Ctrl/Cmd+K opens the command palette, `?` the list of keys.
 * Shortcuts use key positions, so that they work in every keyboard layout. They work from the first moment at which the layout is drawn.
 */
export function useShortcuts(app: AppRef): void {
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const act = actionOf(event, app);
      if (!act || event.repeat || event.defaultPrevented) return;
      const snapshot = app.getSnapshot();
      if (!snapshot.matches('signedIn') || selectScreen(snapshot) === null) return;
      if (selectIsAskedForTerms(snapshot)) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [app]);
}

function actionOf(event: KeyboardEvent, app: AppRef): (() => void) | null {
  if (isCommandKey(event, 'KeyB')) {
    return () =>
      app.getSnapshot().context.preferences.send({
        type: window.matchMedia(wide).matches ? 'sidebar.toggled' : 'panel.toggled',
      });
  }
  const { signedIn } = app.getSnapshot().context;
  if (isCommandKey(event, 'KeyK')) {
    return () => signedIn?.send({ type: 'palette.requested', part: 'commands' });
  }
  const { singleKeys } = app.getSnapshot().context.preferences.getSnapshot().context;
  if (singleKeys && isQuestion(event) && !isTyping(event.target)) {
    return () => signedIn?.send({ type: 'palette.requested', part: 'shortcuts' });
  }
  return null;
}

function isCommandKey({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, wanted: string): boolean {
  return code === wanted && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** The `?` at its English position, or wherever the current layout has it: in the Russian one on the 7. */
function isQuestion({ key, code, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (key === '?' || (code === 'Slash' && shiftKey)) && !ctrlKey && !metaKey && !altKey;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="spinbutton"]'))
  );
}
