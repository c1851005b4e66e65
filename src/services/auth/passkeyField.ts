/** In such a field browsers offer passkeys (HTML, the autofill detail token `webauthn`). */
const field = 'input[autocomplete~="webauthn"]';

/** Tells when the page has a field in which passkeys can be offered, and when it has none any more. Answers how to stop. */
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
