import { inWords } from './texts.ts';

/** Empty fields whose placeholder is longer than the field. */
export function cutPlaceholders(root: Element): string[] {
  const ruler = document.createElement('canvas').getContext('2d');
  if (!ruler) return [];
  return [...root.querySelectorAll<HTMLInputElement>('input[placeholder]')]
    .filter((field) => field.value === '' && field.checkVisibility({ visibilityProperty: true }))
    .filter((field) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      ruler.font = font;
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return ruler.measureText(field.placeholder).width > room + 1;
    })
    .map((field) => `"${inWords(field.placeholder)}", a placeholder, is clipped by its field`);
}
