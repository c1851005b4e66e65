import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchChromium } from '../support/chromium.ts';
import { openStatePages } from '../support/statePages.ts';

let browser: Browser;
let pages: Awaited<ReturnType<typeof openStatePages>>;

/** What is said of a page with such a body, without where it was seen. */
async function saidOf(body: string): Promise<string[]> {
  const wrong = await pages.wrongIn([{ language: 'en', body: `<main><h1>Page</h1>${body}</main>` }]);
  return [...new Set(wrong.map(({ wrong }) => wrong))];
}

const looksOf = async (body: string) => {
  const wrong = await pages.wrongIn([{ language: 'en', body: `<main><h1>Page</h1>${body}</main>` }]);
  return wrong.map(({ look }) => look);
};

describe.skipIf(!existsSync(chromiumPath))('what is measured of a drawn state', () => {
  beforeAll(async () => {
    browser = await launchChromium();
    pages = await openStatePages(browser);
  });
  afterAll(() => browser?.close());

  test.each([
    [
      'a text that its box cuts',
      '<p class="w-16 overflow-hidden whitespace-nowrap">Longer than its box</p>',
      '"Longer than its box" is clipped by <p class="w-16 overflow-hidden whitespace-nowrap">',
    ],
    [
      'a text of which the lower half is cut',
      '<p class="overflow-hidden" style="height: 8px">Lower half</p>',
      '"Lower half" is clipped by <p class="overflow-hidden">',
    ],
    [
      'an ellipsis without a title',
      '<p class="w-16 truncate">Longer than its box</p>',
      '"Longer than its box" is cut by an ellipsis without a title, in <p class="w-16 truncate">',
    ],
    [
      'a text beyond the window',
      '<p class="w-max whitespace-nowrap">A sentence that never ends and goes on, and on, and on, beyond the edge of each window that is narrow</p>',
      '"A sentence that never ends and goes on, and on, and on, b…" is cut by the edge of the window',
    ],
    [
      'a text that runs out of its frame',
      '<p class="w-16 whitespace-nowrap border border-line">Longer than its frame</p>',
      '"Longer than its frame" runs out of <p class="w-16 whitespace-nowrap border border-line">',
    ],
    [
      'texts that lie over each other',
      '<p style="margin-bottom: -16px">One text</p><p>Other text</p>',
      '"One text" lies over "Other text"',
    ],
    [
      'a placeholder that its field cuts',
      '<input class="w-16" aria-label="Field" placeholder="Longer than its field">',
      '"Longer than its field", a placeholder, is clipped by its field',
    ],
    [
      'what moves although motion is reduced',
      '<p style="animation: 1s appear !important">Moving</p>',
      'an animation runs although motion is reduced: appear',
    ],
  ])('%s is found', async (_, body, ...sentences) => {
    expect(await saidOf(body)).toEqual(sentences);
  });

  test.each([
    [
      'an ellipsis with a title',
      '<p class="w-16 truncate" title="Longer than its box">Longer than its box</p>',
    ],
    ['a text for screen readers alone', '<p class="sr-only">Longer than its box</p>'],
    [
      'a text that one scrolls to',
      '<div class="w-16 overflow-x-auto" tabindex="0"><p class="w-max">Longer than it</p></div>',
    ],
    [
      'what is absolute in a box that is wider',
      '<div class="relative h-12"><p class="w-1 overflow-hidden"><span class="absolute">Outside of it</span></p></div>',
    ],
  ])('%s is right', async (_, body) => {
    expect(await saidOf(body)).toEqual([]);
  });

  test('a contrast that is too low is found in the theme that it is in', async () => {
    expect(await looksOf('<p class="text-faint">Faint</p>')).toEqual(['light', 'dark']);
    expect(await looksOf('<p class="bg-board text-ink">Ink</p>')).toEqual(['light']);
    expect(await looksOf('<p style="color: GrayText; background: GrayText">Grey</p>')).toContain(
      'forced colours',
    );
  });

  test('what lies over the page is measured in its place', async () => {
    const over = (body: string) =>
      `</main><div data-over class="fixed inset-0 bg-surface"><p role="dialog">${body}</p></div>`;
    expect(await saidOf(`<p class="w-16 truncate">Longer than its box</p>${over('Short')}`)).toEqual([]);
    expect(await saidOf(over('<span class="block w-16 truncate">Longer than its box</span>'))).toEqual([
      '"Longer than its box" is cut by an ellipsis without a title, in <span class="block w-16 truncate">',
    ]);
  });

  test('the same state in the same language is measured once', async () => {
    const body = '<p class="w-16 truncate">Measured once</p>';
    expect(await looksOf(body)).toHaveLength(3);
    expect(await looksOf(body)).toEqual([]);
  });
});
