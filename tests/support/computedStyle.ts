/**
 * jsdom works out an element's style from its own sheet anew for every call, which is half of what a screen's test waits for.
 * The page has no sheets here (react-aria's one is about touch alone), so that a style depends on nothing but the tags and the
 * attributes below, of the element and of what it is in.
 */
const attributes = ['align', 'dir', 'frame', 'hidden', 'open', 'popover', 'rules', 'style', 'title', 'type'];

function sourceOf(element: Element): string {
  const own = attributes.map((name) => element.getAttribute(name) ?? '-').join('|');
  const isFirst = element.localName !== 'summary' || element.previousElementSibling === null;
  const above =
    element.parentElement === null ? String(element.isConnected) : sourceOf(element.parentElement);
  return `${above} ${element.localName}${element.hasAttribute('href')}${isFirst}|${own}`;
}

const known = new Map<string, CSSStyleDeclaration>();
const ask = window.getComputedStyle;

/** Makes `getComputedStyle` answer with what was worked out before for the same tags and attributes, also in another file. */
export function rememberComputedStyles(): void {
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo) return ask.call(window, element, pseudo);
    const source = sourceOf(element);
    const found = known.get(source) ?? ask.call(window, element);
    known.set(source, found);
    return found;
  };
}
