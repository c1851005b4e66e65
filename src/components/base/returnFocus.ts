/** What had the focus before a dialog took it. */
let opener: Element | null = null;

/**
 * A `ref` for a dialog. react-aria gives the focus back to what had it when the dialog appeared. A dialog with steps is a new dialog for
 * each: by then that is a field of the step before, which is gone. The focus returns to what opened the first, or to the page's title.
 */
export function returnFocus(dialog: HTMLElement | null) {
  if (!dialog) return;
  const { activeElement, body } = document;
  if (activeElement !== body && !activeElement?.closest('[role="dialog"], [role="alertdialog"]')) {
    opener = activeElement;
  }
  return () => {
    // react-aria does so in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(takeBack));
  };
}

function takeBack() {
  if (document.activeElement !== document.body) return;
  const target = opener?.isConnected ? opener : document.getElementById('page-title');
  if (target instanceof HTMLElement) target.focus();
}
