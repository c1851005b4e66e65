/**
 * A `ref` for an element that replaces a control that had the focus: its first button takes the focus, or else the element, unless another
 * element has the focus by then. Give the element `tabIndex={-1}`.
 */
export function takeLostFocus(element: HTMLElement | null): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  (element?.querySelector('button') ?? element)?.focus();
}

/**
 * A `ref` for an element: when it is removed with the focus inside, the first button of the element before it, or else that element, takes
 * the focus.
 */
export function giveBackFocus(element: HTMLElement | null) {
  return () => {
    const before = element?.previousElementSibling;
    if (!(before instanceof HTMLElement) || !element?.contains(document.activeElement)) return;
    (before.querySelector('button') ?? before).focus();
  };
}

/** Like `takeLostFocus`, and gives the focus back as `giveBackFocus` does. */
export function borrowFocus(element: HTMLElement | null) {
  takeLostFocus(element);
  return giveBackFocus(element);
}

/**
 * A `ref` for an element that may be removed with the focus inside: unless another element takes the focus by the next frame, the element's
 * dialog does, or the page's title. Where another element of its kind takes its place, give it a `key`: React would go on with the same one.
 */
export function leaveFocus(element: HTMLElement | null) {
  return () => leave(element, () => null);
}

/** Like `leaveFocus`, but a text area that its parent contains by then comes before the dialog and the title. */
export function leaveFocusToText(element: HTMLElement | null) {
  return () => {
    const place = element?.parentElement;
    leave(element, () => place?.querySelector('textarea') ?? null);
  };
}

function leave(element: HTMLElement | null, find: () => HTMLElement | null) {
  if (!element?.contains(document.activeElement)) return;
  const dialog = element.closest<HTMLElement>('[role="dialog"], [role="alertdialog"]');
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    // Nobody asked for this focus, so nothing scrolls for it.
    (find() ?? dialog ?? document.getElementById('page-title'))?.focus({ preventScroll: true });
  });
}

/** Like `takeLostFocus`, and leaves the focus as `leaveFocus` does. */
export function takeFocusMeanwhile(element: HTMLElement | null) {
  takeLostFocus(element);
  return leaveFocus(element);
}
