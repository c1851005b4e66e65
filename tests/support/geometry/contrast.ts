import { seenTexts } from './texts.ts';

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** What is not told as red, green and blue (a mixture of a few per cent) counts as transparent. */
const colourOf = (text: string): Colour => {
  if (!text.startsWith('rgb')) return [0, 0, 0, 0];
  const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue, alpha];
};

/** Relative luminance (WCAG 2.2). */
const luminance = ([red, green, blue]: Colour): number => {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

const mixed = (over: Colour, under: Colour, alpha: number): Colour => {
  const [red, green, blue] = [0, 1, 2].map(
    (part) => (over[part] ?? 0) * alpha + (under[part] ?? 0) * (1 - alpha),
  );
  return [red ?? 0, green ?? 0, blue ?? 0, 1];
};

function* upwards(element: Element) {
  for (let each: Element | null = element; each; each = each.parentElement) yield getComputedStyle(each);
}

const isDisabled = (element: Element) =>
  element.closest(':disabled, [aria-disabled=true], [data-disabled]') !== null;

/** The contrast of a text with the grounds of the elements that it is in. */
export function contrastOf(element: Element): number {
  const styles = [...upwards(element)];
  const grounds = styles.map(({ backgroundColor }) => colourOf(backgroundColor));
  const ground = grounds.reduceRight(
    (under, over) => mixed(over, under, over[3]),
    colourOf('rgb(255, 255, 255)'),
  );
  const opacity = styles.reduce((all, style) => all * Number(style.opacity), 1);
  const letters = mixed(colourOf(getComputedStyle(element).color), ground, opacity);
  const [light = 0, dark = 0] = [luminance(letters), luminance(ground)].toSorted((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * The texts under `root` whose contrast is below 4.5 : 1 while colours are forced: axe reads the colour that fills letters, which is not the
 * forced one.
 */
export function faintForcedTexts(root: Element): string[] {
  return seenTexts(root)
    .filter(({ element }) => !isDisabled(element))
    .map(({ element, text }) => ({ text, contrast: contrastOf(element) }))
    .filter(({ contrast }) => contrast < 4.5)
    .map(({ text, contrast }) => `"${text}" has a contrast of ${contrast.toFixed(2)}`);
}
