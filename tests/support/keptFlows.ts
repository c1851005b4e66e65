import type { Page } from 'playwright-core';

/** The keys of the unfinished payments and exchanges that this browser has stored, which a reload would restore. */
export function keptFlows(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /^flow\.(payment|exchange)\./.test(key)),
  );
}
