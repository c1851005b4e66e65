import axe, { type RunOptions } from 'axe-core';
import { expect } from 'vitest';
import { announcer, structureOf } from './structure.ts';

/** The structures that were judged in this process and have no violation: axe is a third of what a screen's test works. */
const accessible = new Set<string>();

/** Colours, which jsdom does not paint, and rules about a whole page, of which a test draws a part. */
const left = [
  'color-contrast',
  'region',
  'bypass',
  'document-title',
  'html-has-lang',
  'landmark-one-main',
  'page-has-heading-one',
];
/**
 * Nothing is loaded before: a rule about media that play by themselves asks for it, of which jsdom plays none, and for each run axe makes
 * a document, whose listeners jsdom leaves at the window for good. The markup and the place are asked for of what is wrong alone.
 */
const options: RunOptions = {
  rules: Object.fromEntries(left.map((rule) => [rule, { enabled: false }])),
  preload: false,
  resultTypes: ['violations'],
  elementRef: true,
  selectors: false,
};
axe.configure({ noHtml: true });

/**
 * Fails with each accessibility violation under `root`: rule, help and the markup it is in. A structure that was judged before,
 * in another language or with other amounts, is not judged again.
 * Colours are not judged here, for jsdom paints nothing; the end-to-end run judges them in a real browser.
 */
export async function expectAccessible(root: Element = document.body): Promise<void> {
  const structure = structureOf(root);
  if (accessible.has(structure)) return;
  // axe finds elements by an index in the root of the document alone; in any other it searches the whole tree for each rule.
  const context = root === document.body ? document.documentElement : root;
  const { violations } = await axe.run({ include: context, exclude: [announcer] }, options);
  expect(
    violations.map(({ id, help, nodes }) => ({
      ...{ id, help },
      nodes: nodes.map(({ element }) => element?.outerHTML.slice(0, 300)),
    })),
  ).toEqual([]);
  accessible.add(structure);
}
