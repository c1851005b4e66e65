/**
 * jsdom works out an element's style from its own sheet anew for every call, which is half of what a screen's test waits for.
 * The page has no sheets here (react-aria's one is about touch alone), so that a style depends on nothing but tags and the attributes
 * below.
 */
const attributes = ['align', 'dir', 'frame', 'hidden', 'open', 'popover', 'rules'];

/** Of these elements alone the sheet asks for these attributes. */
const attributesOf: Readonly<Record<string, readonly string[]>> = {
  abbr: ['title'],
  acronym: ['title'],
  input: ['type'],
};

/** Styles by what they were worked out from, and the number of each by what it says. */
interface Known {
  readonly style: CSSStyleDeclaration;
  readonly number: number;
}
const known = new Map<string, Known>();
const numbers = new Map<string, number>();
const ask = window.getComputedStyle;

const ownOf = (element: Element): string => {
  const { localName } = element;
  const isFirst = localName !== 'summary' || element.previousElementSibling === null;
  const own = [...attributes, ...(attributesOf[localName] ?? [])];
  const values = own.map((name) => element.getAttribute(name) ?? '-').join('|');
  return `${localName}${element.hasAttribute('href')}${isFirst}|${values}`;
};

/**
 * What the style of `element` follows from: its own tag and attributes, those of its parent, and the style that it inherits of, in which
 * that of its parent's attribute is. Longer paths of jsdom's sheet are about lists' markers, headings' sizes and frames of tables, of which nothing here asks.
 */
function sourceOf(element: Element): string {
  const parent = element.parentElement;
  const above = parent === null ? String(element.isConnected) : `${ownOf(parent)} ${styleOf(parent).number}`;
  return `${above} ${ownOf(element)} ${element.getAttribute('style') ?? '-'}`;
}

/** What was answered for the elements of the page since it last changed: the way up is gone once for each and not once for each question. */
let current = new WeakMap<Element, Known>();
const changes = new MutationObserver(() => {
  current = new WeakMap();
});
changes.observe(document, {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: [...attributes, ...Object.values(attributesOf).flat(), 'style', 'href'],
});

function styleOf(element: Element): Known {
  const answered = current.get(element);
  if (answered) return answered;
  const found = knownOf(element);
  if (element.isConnected) current.set(element, found);
  return found;
}

/** What an element inherits of all above it. Other properties are inherited of its parent's own style alone. */
const inherited = ['visibility', 'pointer-events', 'color', 'cursor', 'direction'];

function knownOf(element: Element): Known {
  const source = sourceOf(element);
  const found = known.get(source);
  if (found) return found;
  const style = ask.call(window, copyOf(element));
  const names = [...Array.from(style), ...inherited];
  const says = names.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';');
  const number = numbers.get(says) ?? numbers.size;
  numbers.set(says, number);
  const made = { style, number };
  known.set(source, made);
  return made;
}

/**
 * A copy of an element with what its style follows from, in a copy of its parent and outside of the page: jsdom's declaration goes on asking
 * what is above its element, which in the page changes.
 */
function copyOf(element: Element): Element {
  const copy = ownCopyOf(element);
  const parent = element.parentElement;
  if (!parent) return copy;
  const above = ownCopyOf(parent);
  const { style } = styleOf(parent);
  for (const name of inherited) above.style.setProperty(name, style.getPropertyValue(name));
  if (element.previousElementSibling) above.append(document.createElement(element.localName));
  above.append(copy);
  return copy;
}

function ownCopyOf({ namespaceURI, localName, attributes: given }: Element): HTMLElement {
  const copy = document.createElementNS(namespaceURI, localName) as HTMLElement;
  const asked = [...attributes, ...(attributesOf[localName] ?? []), 'href', 'style'];
  for (const { name, value } of given) if (asked.includes(name)) copy.setAttribute(name, value);
  return copy;
}

/** Makes `getComputedStyle` answer with what was worked out before for the same tags and attributes, also in another file. */
export function rememberComputedStyles(): void {
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo) return ask.call(window, element, pseudo);
    if (changes.takeRecords().length > 0) current = new WeakMap();
    return styleOf(element).style;
  };
}
