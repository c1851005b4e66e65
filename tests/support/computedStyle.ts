/**
 * jsdom works out an element's style from its own sheet anew for every call, which is half of what a screen's test waits for.
 * The page has no sheets here (react-aria's one is about touch alone), so that a style depends on nothing but tags and the attributes
 * below.
 */
const attributes = ['align', 'dir', 'frame', 'hidden', 'open', 'popover', 'rules', 'style', 'title', 'type'];

/** Styles by what they were worked out from, and the number of each by what it says. */
const known = new Map<string, { readonly style: CSSStyleDeclaration; readonly number: number }>();
const numbers = new Map<string, number>();
const ask = window.getComputedStyle;

const ownOf = (element: Element): string => {
  const isFirst = element.localName !== 'summary' || element.previousElementSibling === null;
  const own = attributes.map((name) => element.getAttribute(name) ?? '-').join('|');
  return `${element.localName}${element.hasAttribute('href')}${isFirst}|${own}`;
};

/**
 * What the style of `element` follows from: its own tag and attributes, those of its parent, and the style that it inherits of. Longer
 * paths of jsdom's sheet are about lists' markers, headings' sizes and frames of tables, of which nothing here asks.
 */
function sourceOf(element: Element): string {
  const parent = element.parentElement;
  const above = parent === null ? String(element.isConnected) : `${ownOf(parent)} ${styleOf(parent).number}`;
  return `${above} ${ownOf(element)}`;
}

function styleOf(element: Element) {
  const source = sourceOf(element);
  const found = known.get(source);
  if (found) return found;
  const style = ask.call(window, element);
  const says = Array.from(style, (name) => `${name}:${style.getPropertyValue(name)}`).join(';');
  const number = numbers.get(says) ?? numbers.size;
  numbers.set(says, number);
  const made = { style, number };
  known.set(source, made);
  return made;
}

/** Makes `getComputedStyle` answer with what was worked out before for the same tags and attributes, also in another file. */
export function rememberComputedStyles(): void {
  window.getComputedStyle = (element, pseudo) =>
    pseudo ? ask.call(window, element, pseudo) : styleOf(element).style;
}
