import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { chromiumFlags, chromiumPath, newPerson } from '../support/chromium.ts';
import { cuttingLine } from '../support/cuttingLine.ts';
import { newcomer, register } from '../support/person.ts';
import { jpg, pdf, png } from '../support/uploads.ts';

const origin = inject('origin');
const pictures = 'test-results/pictures';
/** Chromium’s own camera, which shows a moving pattern, and nobody who has to allow it. */
const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
let browser: Browser;

/** Whether this has the focus. */
const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.locator('input[type=file]').first().setInputFiles({ name, mimeType, buffer });

describe.skipIf(!existsSync(chromiumPath))('somebody new shows who they are', () => {
  beforeAll(async () => {
    await mkdir(pictures, { recursive: true });
    browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumFlags, ...camera] });
  });
  afterAll(() => browser?.close());

  test('a picture is cut by keyboard and stands in the header, also after a reload', {
    tags: 'long',
  }, async () => {
    const { context, complaints } = await newPerson(browser);
    const page = await context.newPage();
    await register(page, origin, newcomer());
    await page.getByRole('button', { name: /Account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.waitForURL('**/profile');

    await choose(page, 'card.png', 'image/png', pdf);
    await page.getByText('Choose a JPG or PNG picture.').waitFor();
    await choose(page, 'me.png', 'image/png', await png(900, 600));
    const frame = page.getByRole('group', { name: /Visible part of the picture/ });
    await frame.waitFor();
    await page.getByLabel('Zoom').focus();
    for (let times = 0; times < 5; times += 1) await page.keyboard.press('ArrowRight');
    await frame.focus();
    const image = page.locator('.reactEasyCrop_Image');
    const before = await image.evaluate((element) => getComputedStyle(element).transform);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(
      (last) =>
        getComputedStyle(document.querySelector('.reactEasyCrop_Image') ?? document.body).transform !== last,
      before,
    );
    await page.screenshot({ path: `${pictures}/account-cut.png` });
    await page.getByRole('button', { name: 'Use this picture' }).click();
    await page.getByText('Profile picture updated.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');

    await page.getByRole('textbox', { name: 'City' }).fill('Uppsala');
    const save = page.getByRole('button', { name: 'Save changes' });
    await save.click();
    await page.getByText('Profile saved.').waitFor();
    await expect.poll(() => isFocused(save)).toBe(true);
    const shown = page.getByRole('banner').locator('img');
    await shown.waitFor();
    await page.reload();
    await shown.waitFor();
    await expect
      .poll(() => shown.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBeGreaterThan(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a verification is cut off half way, goes on after a reload, ends with the camera, and is submitted', async () => {
    const line = await cuttingLine(origin);
    const { context, complaints } = await newPerson(browser, { permissions: ['camera'] });
    const page = await context.newPage();
    await register(page, line.origin, newcomer());
    await page.getByRole('main').getByRole('link', { name: 'Verify your identity' }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Yes, continue' }).click();
    await page.getByRole('heading', { name: 'ID document' }).waitFor();

    // The line breaks while the file is on its way, also when the browser tries again by itself.
    line.cutAfter(100_000);
    await choose(page, 'passport.jpg', 'image/jpeg', await jpg(3000, 2000));
    await page.getByText('We couldn’t upload passport.jpg.').waitFor();
    line.cutAfter(null);
    await page.getByRole('button', { name: 'Upload again' }).click();
    await page.getByText(/Uploaded: passport\.jpg/).waitFor();

    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Proof of address' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Proof of address' }).waitFor();
    await choose(page, 'bill.pdf', 'application/pdf', pdf);
    await page.getByText(/Uploaded: bill\.pdf/).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();

    await page.getByRole('button', { name: 'Open camera' }).click();
    await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
    await page.getByRole('button', { name: 'Take selfie' }).click();
    await page.getByRole('img', { name: 'Your selfie' }).waitFor();
    await page.screenshot({ path: `${pictures}/account-selfie.png`, fullPage: true });
    await page.getByRole('button', { name: 'Use this selfie' }).click();
    await page.getByText(/Uploaded: selfie\.jpg/).waitFor();
    await expect.poll(() => page.locator('video').count()).toBe(0);

    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Submit' }).click();
    const underReview = page.getByRole('heading', { name: 'Your documents are under review' });
    await underReview.waitFor();
    await expect
      .poll(() => isFocused(page.getByRole('heading', { level: 1 }).or(underReview).first()))
      .toBe(true);
    await page.reload();
    await underReview.waitFor();
    expect(complaints).toEqual([]);
    await context.close();
    line.close();
  });

  test('a camera that is refused leaves the file', { tags: 'long' }, async () => {
    const refusing = await chromium.launch({
      executablePath: chromiumPath,
      args: [...chromiumFlags, '--deny-permission-prompts'],
    });
    const { context, complaints } = await newPerson(refusing);
    const page = await context.newPage();
    await register(page, origin, newcomer());
    await page.goto(`${origin}/kyc`);
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Yes, continue' }).click();
    await choose(page, 'passport.jpg', 'image/jpeg', await jpg());
    await page.getByText(/Uploaded: passport/).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await choose(page, 'bill.pdf', 'application/pdf', pdf);
    await page.getByText(/Uploaded: bill/).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Open camera' }).click();
    await page.getByText(/Camera access is blocked|We couldn’t find a camera/).waitFor();
    await choose(page, 'me.jpg', 'image/jpeg', await jpg());
    await page.getByText(/Uploaded: me\.jpg/).waitFor();
    expect(complaints).toEqual([]);
    await refusing.close();
  });
});
