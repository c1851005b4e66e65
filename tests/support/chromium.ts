import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

/** Found by `npm test` (scripts/chromium.mjs); Debian's place when the tests are run alone. */
export const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Headless, as root if need be, and silent on the network but for the pages it is sent to. */
export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });
}

/** Everything that a page must never do; a test asserts that the list stays empty. */
export type Complaints = string[];

/** A fresh person: own storage, own cookies, and an ear for policy violations, uncaught errors and broken loads. */
export async function newPerson(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; complaints: Complaints }> {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
    // What it serves is unseen by a test's own routes; tests of it allow it.
    serviceWorkers: 'block',
    ...options,
  });
  const complaints: Complaints = [];
  context.on('page', (page: Page) => {
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
    page.on('console', (message) => {
      const text = message.text();
      if (/Content Security Policy|Trusted ?Type|TrustedHTML|TrustedScript/i.test(text))
        complaints.push(`policy: ${text}`);
      else if (/Minified React error|Warning:|missingKey|hydrat/i.test(text))
        complaints.push(`console: ${text}`);
    });
  });
  return { context, complaints };
}

/** Presses a key once the focus is in the dialog that came: before, nobody would hear it. */
export async function pressInDialog(page: Page, key: string): Promise<void> {
  await page.locator(':is([role="dialog"], [role="alertdialog"]):focus-within').first().waitFor();
  await page.keyboard.press(key);
}

/** Opens the command palette by its key, and types into it. `name`: of its field, in the language of the page. */
export async function askPalette(page: Page, query: string, name = 'Search'): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('dialog', { name }).getByRole('searchbox');
  await field.and(page.locator(':focus')).waitFor();
  await page.keyboard.type(query);
}
