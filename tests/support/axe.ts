import axe from 'axe-core';
import { expect } from 'vitest';

/**
 * Fails with each accessibility violation under `root`: rule, help and the markup it is in.
 * Colours are not judged here, for jsdom paints nothing; the end-to-end run judges them in a real browser.
 */
export async function expectAccessible(root: Element = document.body): Promise<void> {
  const { violations } = await axe.run(root, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(
    violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map((node) => node.html) })),
  ).toEqual([]);
}
