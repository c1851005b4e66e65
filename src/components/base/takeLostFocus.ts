/**
 * A `ref` for what takes the place of a control that had the focus: its first button takes the focus, or it does itself, unless
 * somebody is elsewhere by then. Give the element `tabIndex={-1}`.
 */
export function takeLostFocus(element: HTMLElement | null): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  (element?.querySelector('button') ?? element)?.focus();
}
