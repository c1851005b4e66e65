import { drawnLines } from './cuts.ts';
import { inWords, type Line, type SeenText } from './texts.ts';

/** Two texts that share more than so many pixels in both directions cannot be read. */
const tolerance = 2;

/** What is drawn over the rest of a page by intent: what is in it is compared with itself alone. */
function layerOf(element: Element): Element {
  const { parentElement: parent } = element;
  if (!parent || parent === document.body) return element;
  const { position, backgroundColor } = getComputedStyle(element);
  const isOver = /fixed|sticky/.test(position) || (position === 'absolute' && /^rgb\(/.test(backgroundColor));
  return isOver ? element : layerOf(parent);
}

const share = (from: number, to: number, otherFrom: number, otherTo: number) =>
  Math.min(to, otherTo) - Math.max(from, otherFrom);

const isOver = (one: Line, other: Line) =>
  share(one.left, one.right, other.left, other.right) > tolerance &&
  share(one.top, one.bottom, other.top, other.bottom) > tolerance;

interface Placed extends SeenText {
  readonly layer: Element;
}

/** The icons that a person sees, as what a text may not lie over. */
function icons(root: Element): Placed[] {
  return [...root.querySelectorAll('svg.lucide, img')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return { element, text: 'an icon', lines: [{ left, right, top, bottom }], layer: layerOf(element) };
    });
}

/** Pairs of texts, and of a text and an icon, that lie over each other. */
export function overlapsOf(root: Element, texts: readonly SeenText[]): [SeenText, string][] {
  const placed: Placed[] = texts.map((text) => ({
    ...text,
    lines: drawnLines(text),
    layer: layerOf(text.element),
  }));
  const others = [...placed, ...icons(root)];
  return placed.flatMap((one, index) =>
    others
      .slice(index + 1)
      .filter((other) => other.layer === one.layer && isPairOver(one, other))
      .map((other): [SeenText, string] => [one, `lies over "${inWords(other.text)}"`]),
  );
}

const isPairOver = (one: Placed, other: Placed) =>
  one.lines.some((line) => other.lines.some((otherLine) => isOver(line, otherLine)));
