import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { chromiumPath, launchChromium } from '../support/chromium.ts';
import { demoSession } from '../support/person.ts';
import { expectDrawn, pictures } from '../support/whole.ts';

const origin = inject('origin');
let browser: Browser;
let stored: Record<string, string>;

/** The screens that `look.test.ts` does not draw, each with what is waited for. */
const screens: readonly { name: string; path: string; drawn: (page: Page) => Promise<void> }[] = [
  {
    name: 'exchange',
    path: '/exchange?from=USDT',
    drawn: (page) => page.getByRole('textbox').first().waitFor(),
  },
  { name: 'add-token', path: '/add-token', drawn: (page) => page.locator('main li h2').first().waitFor() },
  { name: 'analytics', path: '/analytics', drawn: (page) => page.locator('canvas').first().waitFor() },
  { name: 'news', path: '/news', drawn: (page) => page.locator('main article, main li').first().waitFor() },
  { name: 'support', path: '/support', drawn: (page) => page.locator('main li, main tr').first().waitFor() },
  {
    name: 'new-ticket',
    path: '/support?ticket=new',
    drawn: (page) => page.getByRole('textbox').first().waitFor(),
  },
  { name: 'profile', path: '/profile', drawn: (page) => page.getByRole('textbox').first().waitFor() },
  { name: 'kyc', path: '/kyc', drawn: (page) => page.getByRole('heading', { level: 2 }).first().waitFor() },
];

const visits = [
  { language: 'ru', looks: [{ width: 390, theme: 'dark' }] },
  { language: 'en', looks: [{ width: 390, theme: 'light' }] },
  {
    language: 'ru',
    looks: [
      { width: 820, theme: 'light' },
      { width: 1440, theme: 'dark' },
    ],
  },
  { language: 'en', looks: [{ width: 1440, theme: 'dark' }] },
] as const;

describe.skipIf(!existsSync(chromiumPath))('what the demo’s person sees', () => {
  beforeAll(async () => {
    await mkdir(pictures, { recursive: true });
    browser = await launchChromium();
    stored = await demoSession(origin);
  });
  afterAll(() => browser?.close());

  describe.each(visits)('in $language, at $looks.0.width px, $looks.0.theme', ({ looks, language }) => {
    test.each(screens)('$name is whole, reachable and reads well', ({ name, path, drawn }) =>
      expectDrawn(browser, { looks, language, name, address: `${origin}${path}`, stored, drawn }),
    );
  });
});
