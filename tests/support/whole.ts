import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { newPerson } from './chromium.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Where pictures of pages are put. */
export const pictures = 'test-results/pictures';

interface Look {
  readonly width: number;
  readonly language: 'en' | 'ru';
  readonly theme: 'light' | 'dark';
}

interface Drawing extends Look {
  readonly name: string;
  readonly address: string;
  /** What the browser has stored before. */
  readonly stored: Readonly<Record<string, string>>;
  /** Waits for what is more than the heading. */
  readonly drawn?: ((page: Page) => Promise<void>) | undefined;
}

/** Visits a page as somebody new, takes its picture and judges it; a small screen is one of fingers. */
export async function expectDrawn(browser: Browser, drawing: Drawing): Promise<void> {
  const { width, language, theme, name, address, stored, drawn } = drawing;
  const { context, complaints } = await newPerson(browser, {
    locale: language === 'ru' ? 'ru-RU' : 'en-GB',
    colorScheme: theme,
    viewport: { width, height: width < 600 ? 844 : 900 },
    hasTouch: width < 600,
    isMobile: width < 600,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await drawn?.(page);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${pictures}/${name}-${width}-${language}-${theme}.png`, fullPage: true });
  await expectWhole(page, language);
  expect(complaints).toEqual([]);
  await context.close();
}

/** What holds for every page as a browser draws it: its language, its width, axe with colours, fingertips, no word left out. */
async function expectWhole(page: Page, language: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await violations(page)).toEqual([]);
  if (width < 600) expect(await smallTargets(page)).toEqual([]);
  const text = (await page.locator('body').textContent()) ?? '';
  expect(text).not.toMatch(
    /\b(?:common|auth|wallet|exchange|transactions|news|profile|kyc|support|validation|analytics|meta)[:.][a-z]/,
  );
  expect(text).not.toMatch(/undefined|NaN|\{\{/);
}

/** What axe finds on the page as it stands, one line each. It is evaluated, not added as a script: the policy forbids that. */
async function violations(page: Page): Promise<string[]> {
  const source = await readFile(axe, 'utf8');
  await page.evaluate(source);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(): Promise<{
          violations: { id: string; nodes: { target: unknown; failureSummary?: string }[] }[];
        }>;
      };
    };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`),
    );
  });
}

/** Buttons, links and fields whose place is smaller than a fingertip (44 px). A field's place is its frame, a switch's its label. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const framed = (element: Element) => {
      const parent = element.parentElement;
      return parent && getComputedStyle(parent).borderTopWidth !== '0px' ? parent : element;
    };
    return (
      [
        ...document.querySelectorAll<HTMLElement>(
          'button, a[href], input, select, [role="tab"], [role="menuitem"]',
        ),
      ]
        .filter((element) => element.tabIndex >= 0)
        .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter((element) => getComputedStyle(element).display !== 'inline')
        .map((element) => ({
          element,
          box: (element.closest('label') ?? framed(element)).getBoundingClientRect(),
        }))
        // What is hidden from the eye is not what a finger aims at.
        .filter(({ box }) => box.width > 1 && box.bottom > 0 && (box.height < 43.5 || box.width < 43.5))
        .map(
          ({ element, box }) =>
            `${element.outerHTML.slice(0, 120)} is ${Math.round(box.width)}×${Math.round(box.height)}`,
        )
    );
  });
}
