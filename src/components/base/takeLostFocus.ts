/**
 * A `ref` for an element that replaces a control that had the focus: its first button takes the focus, or else the element, unless another
 * element has the focus by then. Give the element `tabIndex={-1}`.
 */
export function takeLostFocus(element: HTMLElement | null): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  (element?.querySelector('button') ?? element)?.focus();
}

/** Like `takeLostFocus`. When the element is removed with the focus inside, the first button of the element before it takes the focus. */
export function borrowFocus(element: HTMLElement | null) {
  takeLostFocus(element);
  return () => {
    if (!element?.contains(document.activeElement)) return;
    element.previousElementSibling?.querySelector('button')?.focus();
  };
}
