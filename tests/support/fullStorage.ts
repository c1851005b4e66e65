import type { Page } from 'playwright-core';

/** Fills what the browser stores for this origin to the last character. */
export function fillStorage(page: Page) {
  return page.evaluate(() => {
    let number = 0;
    for (let size = 2 ** 22; size >= 1; ) {
      try {
        localStorage.setItem(`full${number}`, 'x'.repeat(size));
        number += 1;
      } catch {
        size = Math.floor(size / 2);
      }
    }
  });
}
