import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { expectAccessible } from '../support/axe.ts';
import { structureOf } from '../support/structure.ts';

let page: HTMLElement;
beforeEach(() => {
  page = document.body.appendChild(document.createElement('div'));
});
// The files of a process share the document.
afterEach(() => page.remove());

const structure = (markup: string) => {
  page.innerHTML = markup;
  return structureOf(page);
};

const field =
  '<main><label for="a">Amount</label> <input id="a" value="5"> <p title="Fee">0.35 ZST</p></main>';

test.each([
  [
    'words, ids and amounts',
    '<main><label for="b">Сумма</label> <input id="b" value="10"> <p title="Комиссия">1</p></main>',
  ],
  ['classes', field.replace('<p', '<p class="quiet"')],
])('other %s are the same structure', (_, other) => {
  expect(structure(other)).toBe(structure(field));
});

test.each([
  ['the label names nothing', field.replace('for="a"', 'for="c"')],
  ['the label has no words', field.replace('Amount', ' ')],
  ['the title is empty', field.replace('Fee', '')],
  ['an attribute came', field.replace('<input', '<input disabled')],
  ['a role came', field.replace('<p', '<p role="status"')],
  ['an element went', field.replace('<p title="Fee">0.35 ZST</p>', '')],
  ['two have the same id', field.replace('<p', '<p id="a"')],
])('where %s, it is another structure', (_, other) => {
  expect(structure(other)).not.toBe(structure(field));
});

test('two regions with one name are not those with a name each', () => {
  const regions = (first: string, second: string) =>
    `<section aria-label="${first}">1</section><section aria-label="${second}">2</section>`;
  expect(structure(regions('Buy', 'Buy'))).not.toBe(structure(regions('Buy', 'Sell')));
  expect(structure(regions('Купить', 'Продать'))).toBe(structure(regions('Buy', 'Sell')));
});

test('what was accessible is judged anew once it has lost its name; what has failed fails again', async () => {
  page.innerHTML = '<main><button type="button">Send</button></main>';
  await expectAccessible(page);
  page.innerHTML = '<main><button type="button"></button></main>';
  await expect(expectAccessible(page)).rejects.toThrow('button-name');
  await expect(expectAccessible(page)).rejects.toThrow('button-name');
});

test('judging makes no document, whose listeners would stay at the window', async () => {
  const made = vi.spyOn(document.implementation, 'createHTMLDocument');
  onTestFinished(() => made.mockRestore());
  page.innerHTML = '<main data-judged=""><h1>Wallet</h1></main>';
  await expectAccessible(page);
  expect(made).not.toHaveBeenCalled();
});

test('what react-aria has told of elements that are gone is not judged', async () => {
  // A structure of its own: none that was judged before.
  page.innerHTML = '<main data-told=""><h1>Wallet</h1></main>';
  const log = document.createElement('div');
  log.dataset.liveAnnouncer = 'true';
  log.innerHTML = '<div role="log"><div role="img" aria-labelledby="gone"></div></div>';
  document.body.append(log);
  onTestFinished(() => log.remove());
  const told = structureOf(document.body);
  await expectAccessible();
  log.remove();
  expect(structureOf(document.body)).toBe(told);
});
