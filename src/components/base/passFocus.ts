/** A `ref` for an element that is removed with the focus inside: the first button of another one, found while both are there, takes the focus. */
export const passFocus =
  (next: (element: HTMLElement) => Element | null | undefined) => (element: HTMLElement | null) => () => {
    if (!element?.contains(document.activeElement)) return;
    const other = next(element);
    const button = other instanceof HTMLButtonElement ? other : other?.querySelector('button');
    button?.focus();
  };
