import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { newPerson } from './chromium.ts';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Where pictures of pages are put. */
export const pictures = 'test-results/pictures';

interface Drawing {
  /** All on one device: those under 600 px are of fingers, and share no visit with wider ones. */
  readonly looks: readonly { readonly width: number; readonly theme: 'light' | 'dark' }[];
  readonly language: 'en' | 'ru';
  readonly name: string;
  readonly address: string;
  /** What the browser has stored before. */
  readonly stored: Readonly<Record<string, string>>;
  /** Waits for what is more than the heading. */
  readonly drawn?: ((page: Page) => Promise<void>) | undefined;
}

/** Visits a page once as somebody new; takes its picture and judges it at every width and in every theme. */
export async function expectDrawn(browser: Browser, drawing: Drawing): Promise<void> {
  const { looks, language, name, address, stored, drawn } = drawing;
  const isPhone = looks.some(({ width }) => width < 600);
  expect(looks.every(({ width }) => width < 600 === isPhone)).toBe(true);
  const { context, complaints } = await newPerson(browser, {
    locale: language === 'ru' ? 'ru-RU' : 'en-GB',
    colorScheme: looks[0]?.theme ?? null,
    viewport: sizeOf(looks[0]?.width ?? 0),
    hasTouch: isPhone,
    isMobile: isPhone,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
  await page.goto(address);
  for (const { width, theme } of looks) {
    await page.setViewportSize(sizeOf(width));
    await page.emulateMedia({ colorScheme: theme });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await drawn?.(page);
    await page.evaluate(async () => {
      await document.fonts.ready;
      // Two frames: what listens to the size and the theme has drawn itself again.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    });
    const look = `${name}-${width}-${language}-${theme}`;
    await page.screenshot({ path: `${pictures}/${look}.png`, fullPage: true });
    await expectWhole(page, language, look);
  }
  expect(complaints).toEqual([]);
  await context.close();
}

const sizeOf = (width: number) => ({ width, height: width < 600 ? 844 : 900 });

/** What holds for every page as a browser draws it: its language, its width, axe with colours, fingertips, no word left out. */
async function expectWhole(page: Page, language: string, look: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  expect(await page.evaluate(() => document.documentElement.lang), look).toBe(language);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), look).toBe(true);
  expect(await violations(page), look).toEqual([]);
  if (width < 600) expect(await smallTargets(page), look).toEqual([]);
  const text = (await page.locator('body').textContent()) ?? '';
  expect(text, look).not.toMatch(
    /\b(?:common|auth|wallet|exchange|transactions|news|profile|kyc|support|validation|analytics|meta)[:.][a-z]/,
  );
  expect(text, look).not.toMatch(/undefined|NaN|\{\{/);
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
