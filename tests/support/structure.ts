import { createHash } from 'node:crypto';

/** Attributes that name elements: what they are called changes, which ones they name does not. */
const references = new Set([
  'aria-activedescendant',
  'aria-controls',
  'aria-describedby',
  'aria-labelledby',
  'aria-owns',
  'for',
  'form',
  'headers',
  'href',
  'id',
  'name',
]);

/** Attributes with words in them. */
const wordings = new Set([
  'alt',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'data-key',
  'placeholder',
  'src',
  'title',
  'value',
]);

/**
 * react-aria's announcer keeps for some seconds what it has told. In a page that tests share, that is told of elements of the test before,
 * also of a page that was taken away as a whole.
 */
export const announcer = '[data-live-announcer]';

/**
 * What accessibility rules read of the page, as a digest: tags, roles and states as they are; of a text, whether there is one; of
 * a label or an id, where the same one came first. So the same state in another language or with other amounts has the same
 * digest, while what loses its name, or gets that of another, has not. Classes are left out, for jsdom has no style sheets.
 */
export function structureOf(root: Element): string {
  const digest = createHash('sha1').update(document.documentElement.lang === '' ? 'no language' : '');
  const places = new Map<string, number>();
  const placeOf = (name: string) => {
    const place = places.get(name) ?? places.size;
    places.set(name, place);
    return place;
  };
  const readingOf = (name: string, value: string) => {
    if (value === '') return '';
    if (references.has(name)) return value.split(/\s+/).map(placeOf).join(' ');
    return wordings.has(name) ? placeOf(value) : value;
  };
  const visit = (node: Node) => {
    if (node instanceof Text && node.data.trim() !== '') digest.update('"');
    if (!(node instanceof Element) || node.matches(announcer)) return;
    digest.update(`<${node.localName}`);
    if (node === root) digest.update(' root');
    if (node instanceof HTMLInputElement) digest.update(` ${node.checked}`);
    for (const { name, value } of node.attributes) {
      if (name !== 'class') digest.update(` ${name}=${readingOf(name, value.trim())}`);
    }
    for (const child of node.childNodes) visit(child);
    digest.update('>');
  };
  visit(document.body);
  return digest.digest('hex');
}
