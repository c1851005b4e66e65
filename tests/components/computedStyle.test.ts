import { expect, onTestFinished, test } from 'vitest';

/** A section with a list, whose item is asked about. */
function drawn() {
  const place = document.createElement('div');
  place.innerHTML = '<section><ul><li><summary>First</summary><a href="/">Link</a></li></ul></section>';
  document.body.append(place);
  onTestFinished(() => place.remove());
  const find = (name: string) => place.querySelector<HTMLElement>(name) ?? place;
  return { section: find('section'), item: find('li'), link: find('a') };
}
const styleOf = (element: Element) => window.getComputedStyle(element);

test('a style that was asked for before follows what has changed since, at the element and above it', () => {
  const { section, item } = drawn();
  expect([styleOf(item).display, styleOf(item).visibility]).toEqual(['list-item', 'visible']);
  item.hidden = true;
  expect(styleOf(item).display).toBe('none');
  item.hidden = false;
  expect(styleOf(item).display).toBe('list-item');
  section.style.visibility = 'hidden';
  expect(styleOf(item).visibility).toBe('hidden');
  section.removeAttribute('style');
  expect(styleOf(item).visibility).toBe('visible');
});

test('an element that is moved has the style of where it is', () => {
  const { section, item } = drawn();
  const hidden = document.createElement('div');
  hidden.style.visibility = 'hidden';
  section.append(hidden);
  expect(styleOf(item).visibility).toBe('visible');
  hidden.append(item);
  expect(styleOf(item).visibility).toBe('hidden');
  item.remove();
  expect(styleOf(item).visibility).toBe('visible');
});

test('a link has a link’s cursor for as long as it leads somewhere', () => {
  const { link } = drawn();
  const asLink = styleOf(link).cursor;
  link.removeAttribute('href');
  expect([asLink, styleOf(link).cursor]).toEqual(['pointer', 'auto']);
});
