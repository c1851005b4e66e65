import axe from 'axe-core';
import { expect } from 'vitest';
import { structureOf } from './structure.ts';

/** The structures that were judged in this process and have no violation: axe is a third of what a screen's test works. */
const accessible = new Set<string>();

/**
 * Fails with each accessibility violation under `root`: rule, help and the markup it is in. A structure that was judged before,
 * in another language or with other amounts, is not judged again.
 * Colours are not judged here, for jsdom paints nothing; the end-to-end run judges them in a real browser.
 */
export async function expectAccessible(root: Element = document.body): Promise<void> {
  const structure = structureOf(root);
  if (accessible.has(structure)) return;
  const { violations } = await axe.run(root, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(
    violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map((node) => node.html) })),
  ).toEqual([]);
  accessible.add(structure);
}
