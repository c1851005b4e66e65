import type { Line, SeenText } from './texts.ts';

/** So many pixels are rounding. */
const tolerance = 1;

/** `left`, `right`, `top` and `bottom` of what may be drawn in an element. */
type Box = Pick<Line, 'left' | 'right' | 'top' | 'bottom'>;

const nameOf = (element: Element): string => {
  const { className } = element;
  return typeof className === 'string' && className !== ''
    ? `<${element.localName} class="${className}">`
    : `<${element.localName}>`;
};

/** The elements in which `element` is drawn, from the nearest one. One that is positioned is not in those that only hold it. */
function* boxesAround(element: Element): Generator<[Element, CSSStyleDeclaration]> {
  let position = 'static';
  for (let each: Element | null = element; each; each = each.parentElement) {
    const style = getComputedStyle(each);
    if (holds(style, position)) {
      yield [each, style];
      position = style.position;
    }
    if (each === element) position = style.position;
  }
}

/** Whether an element with `style` is around what is positioned so in it. */
function holds(style: CSSStyleDeclaration, position: string): boolean {
  if (position === 'fixed') return style.transform !== 'none';
  return position !== 'absolute' || style.position !== 'static' || style.transform !== 'none';
}

const paddingBox = (element: Element): Box => {
  const { left, top } = element.getBoundingClientRect();
  const x = left + element.clientLeft;
  const y = top + element.clientTop;
  return { left: x, top: y, right: x + element.clientWidth, bottom: y + element.clientHeight };
};

const isBeyond = (line: Line, box: Box, axis: 'x' | 'y') =>
  axis === 'x'
    ? line.left < box.left - tolerance || line.right > box.right + tolerance
    : line.top < box.top - tolerance || line.bottom > box.bottom + tolerance;

const hasEllipsis = ({ textOverflow, webkitLineClamp }: CSSStyleDeclaration) =>
  textOverflow === 'ellipsis' || (webkitLineClamp !== 'none' && webkitLineClamp !== '');

const hasTitle = (element: Element) => Boolean(element.closest('[title]')?.getAttribute('title')?.trim());

/** What is wrong with the place of one text; null where nothing is. A text that can be scrolled to is not cut. */
export function cutOf({ element, lines }: SeenText): string | null {
  let isScrolledX = false;
  let isScrolledY = false;
  for (const [box, style] of boxesAround(element)) {
    if (box === document.body || box === document.documentElement) break;
    const inner = paddingBox(box);
    const isCut = (axis: 'x' | 'y') => lines.some((line) => isBeyond(line, inner, axis));
    const isCutX: boolean = !isScrolledX && /hidden|clip/.test(style.overflowX) && isCut('x');
    const isCutY: boolean = !isScrolledY && /hidden|clip/.test(style.overflowY) && isCut('y');
    if ((isCutX || isCutY) && hasEllipsis(style)) {
      if (!hasTitle(element)) return `is cut by an ellipsis without a title, in ${nameOf(box)}`;
      isScrolledX ||= isCutX;
      isScrolledY ||= isCutY;
    } else if (isCutX || isCutY) return `is clipped by ${nameOf(box)}`;
    isScrolledX ||= /auto|scroll/.test(style.overflowX);
    isScrolledY ||= /auto|scroll/.test(style.overflowY);
  }
  const window = { left: 0, right: document.documentElement.clientWidth, top: 0, bottom: 0 };
  if (!isScrolledX && lines.some((line) => isBeyond(line, window, 'x')))
    return 'is cut by the edge of the window';
  return null;
}

/** What is drawn of the lines of a text: without what boxes around it cut. */
export function drawnLines({ element, lines }: SeenText): Line[] {
  let drawn = [...lines];
  for (const [box, { overflowX, overflowY }] of boxesAround(element)) {
    if (box === document.body) break;
    const inner = paddingBox(box);
    if (overflowX !== 'visible')
      drawn = drawn.map((line) => ({
        ...line,
        left: Math.max(line.left, inner.left),
        right: Math.min(line.right, inner.right),
      }));
    if (overflowY !== 'visible')
      drawn = drawn.map((line) => ({
        ...line,
        top: Math.max(line.top, inner.top),
        bottom: Math.min(line.bottom, inner.bottom),
      }));
  }
  return drawn.filter(({ left, right, top, bottom }) => left < right && top < bottom);
}

const isPainted = (colour: string) => !/^rgba\(.*, 0\)$|^transparent$|\/ 0\)$/.test(colour);

/** Whether one sees where an element ends: it has a ground or a frame. */
function isFramed(style: CSSStyleDeclaration): boolean {
  if (isPainted(style.backgroundColor)) return true;
  return (
    Number.parseFloat(style.borderLeftWidth) > 0 &&
    Number.parseFloat(style.borderRightWidth) > 0 &&
    isPainted(style.borderLeftColor)
  );
}

/** Out of which frame a text runs; null where it stays in it. */
export function spillOf({ element, lines }: SeenText): string | null {
  for (const [box, style] of boxesAround(element)) {
    if (box === document.body || /auto|scroll|hidden|clip/.test(style.overflowX)) return null;
    if (!isFramed(style)) continue;
    const outer = box.getBoundingClientRect();
    const isOut = lines.some((line) => isBeyond(line, outer, 'x') || isBeyond(line, outer, 'y'));
    return isOut ? `runs out of ${nameOf(box)}` : null;
  }
  return null;
}
