/** Browsers offer passkeys in such a field (HTML, the autofill detail token `webauthn`). */
const field = 'input[autocomplete~="webauthn"]';

/** Reports when a field for passkeys appears on the page and when it is removed. Returns a function that stops this. */
export function watchPasskeyField(tell: (event: { readonly type: 'field.shown' | 'field.hidden' }) => void) {
  let isShown = false;
  const look = () => {
    const isThere = document.querySelector(field) !== null;
    if (isThere === isShown) return;
    isShown = isThere;
    tell({ type: isThere ? 'field.shown' : 'field.hidden' });
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return () => observer.disconnect();
}
