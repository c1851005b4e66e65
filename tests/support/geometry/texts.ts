/** A line of text as a page draws it, in CSS pixels of the window. */
export interface Line {
  readonly left: number;
  readonly right: number;
  /** Of the letters: half of the size of the font above and below the middle of the line. */
  readonly top: number;
  readonly bottom: number;
}

/** A text that can be seen, with its element. */
export interface SeenText {
  readonly element: Element;
  readonly text: string;
  readonly lines: readonly Line[];
}

/** Their content is text and never drawn as such. */
const unseen = 'script, style, noscript, template, title, desc, option, textarea, [inert]';

/** The words of a text, for a sentence. */
export const inWords = (text: string): string => {
  const words = text.replace(/\s+/g, ' ').trim();
  return words.length > 60 ? `${words.slice(0, 57)}…` : words;
};

/** The texts under `root` that a person sees. What is there for screen readers alone is left out. */
export function seenTexts(root: Element): SeenText[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: SeenText[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || !node.textContent?.trim() || !isSeen(element)) continue;
    const lines = linesOf(node, element);
    if (lines.length > 0) texts.push({ element, text: inWords(node.textContent), lines });
  }
  return texts;
}

function isSeen(element: Element): boolean {
  if (element.closest(unseen)) return false;
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
  for (let each: Element | null = element; each; each = each.parentElement)
    if (isForReaders(each)) return false;
  return true;
}

/** Drawn in one pixel, or in none, so that only a screen reader has it. */
function isForReaders(element: Element): boolean {
  if (!(element instanceof HTMLElement) || element.offsetWidth > 1 || element.offsetHeight > 1) return false;
  const { position, overflow } = getComputedStyle(element);
  return position === 'absolute' && overflow !== 'visible';
}

function linesOf(node: Node, element: Element): Line[] {
  const range = document.createRange();
  range.selectNodeContents(node);
  const half = Number.parseFloat(getComputedStyle(element).fontSize) / 2;
  return [...range.getClientRects()]
    .filter(({ width, height }) => width > 0.5 && height > 0.5)
    .map(({ left, right, top, bottom }) => {
      const middle = (top + bottom) / 2;
      return { left, right, top: middle - half, bottom: middle + half };
    });
}
