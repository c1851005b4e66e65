/**
 * A `ref` for what takes the place of a control that had the focus: its first button takes the focus, or it does itself, unless
 * somebody is elsewhere by then. Give the element `tabIndex={-1}`.
 */
export function takeLostFocus(element: HTMLElement | null): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  (element?.querySelector('button') ?? element)?.focus();
}

/** As `takeLostFocus`. When it goes with the focus in it, the first button of what stands before it has the focus. */
export function borrowFocus(element: HTMLElement | null) {
  takeLostFocus(element);
  return () => {
    if (!element?.contains(document.activeElement)) return;
    element.previousElementSibling?.querySelector('button')?.focus();
  };
}
