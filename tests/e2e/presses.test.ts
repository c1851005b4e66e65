import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, launchChromium, newPerson } from '../support/chromium.ts';
import { outside } from '../support/payments.ts';
import { newcomer, operator } from '../support/person.ts';
import { countPresses } from '../support/presses.ts';
import { type ServedBuild, serveBuild } from '../support/servedBuild.ts';

/** How many presses a newcomer may need for each, beside the typing. */
const most = 12;
let served: ServedBuild;
let browser: Browser;

const words = {
  en: {
    create: 'Create an account',
    first: 'First name',
    last: 'Last name',
    username: 'Username',
    country: 'Country',
    phone: 'Phone',
    email: 'Email',
    password: 'Password',
    again: 'Confirm password',
    agree: 'I agree to the terms of service',
    register: 'Create account',
    ready: 'Your wallet is ready',
    on: 'Continue',
    exchange: 'Exchange',
    pay: 'You pay',
    exchangeNow: /^Exchange \d/,
    exchanged: 'Exchange completed',
    withdraw: 'Withdraw',
    to: 'Recipient',
    amount: 'Amount',
    withdrawNow: /^Withdraw \d/,
    withdrawn: 'Withdrawal requested',
    accept: 'Accept new quote',
    unverified: 'Your email address isn’t verified.',
    askEmail: 'Send email',
    sent: /Email with a link sent at/,
  },
  ru: {
    create: 'Создать аккаунт',
    first: 'Имя',
    last: 'Фамилия',
    username: 'Имя пользователя',
    country: 'Страна',
    phone: 'Телефон',
    email: 'Электронная почта',
    password: 'Пароль',
    again: 'Повторите пароль',
    agree: 'Принимаю условия использования',
    register: 'Создать аккаунт',
    ready: 'Кошелёк готов',
    on: 'Продолжить',
    exchange: 'Обменять',
    pay: 'Вы отдаёте',
    exchangeNow: /^Обменять \d/,
    exchanged: 'Обмен выполнен',
    withdraw: 'Вывести',
    to: 'Получатель',
    amount: 'Сумма',
    withdrawNow: /^Вывести \d/,
    withdrawn: 'Заявка на вывод принята',
    accept: 'Принять новые условия',
    unverified: 'Адрес почты не\u00a0подтверждён.',
    askEmail: 'Отправить письмо',
    sent: /Письмо со\u00a0ссылкой отправлено в\u00a0\d/,
  },
} as const;
type Words = (typeof words)[keyof typeof words];

/** Types into a field as a person does, who presses it first unless they are in it. */
async function enter(page: Page, role: 'textbox' | 'combobox', name: string, text: string) {
  const field = page.getByRole(role, { name, exact: true });
  await field.waitFor();
  if (!(await field.evaluate((element) => element === document.activeElement))) await field.click();
  await page.keyboard.type(text);
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true, disabled: false }).click();

/** Opens an account, from the page that a newcomer sees first. */
async function register(page: Page, says: Words, who: ReturnType<typeof newcomer>) {
  await page.getByRole('link', { name: says.create, exact: true }).click();
  await enter(page, 'textbox', says.first, who.first_name);
  await enter(page, 'textbox', says.last, who.last_name);
  await enter(page, 'textbox', says.username, who.username);
  await press(page, says.on);
  const day = page.getByRole('spinbutton').first();
  await day.waitFor();
  if (!(await day.evaluate((element) => element === document.activeElement))) await day.click();
  await page.keyboard.type('14021990');
  await enter(page, 'combobox', says.country, 'Sweden');
  // Out of the list of countries.
  await page.keyboard.press('Tab');
  await enter(page, 'textbox', says.phone, who.phone);
  await press(page, says.on);
  await enter(page, 'textbox', says.email, who.email);
  for (const name of [says.password, says.again]) {
    await page.getByLabel(name, { exact: true }).click();
    await page.keyboard.type(who.password);
  }
  await page.getByText(says.agree, { exact: true }).click();
  await press(page, says.register);
  await page.getByText(says.ready).first().waitFor();
}

/** The first exchange, from the wallet. The market may have moved before it was quoted: then the other price is accepted first. */
async function exchange(page: Page, says: Words) {
  await page.getByRole('main').getByRole('link', { name: says.exchange, exact: true }).click();
  // The form begins with what came in.
  await enter(page, 'textbox', says.pay, '50');
  await press(page, says.on);
  const accept = page.getByRole('button', { name: says.accept });
  const ready = page.getByRole('button', { name: says.exchangeNow, disabled: false });
  await accept.or(ready).first().waitFor();
  if (await accept.isVisible()) await accept.click();
  await ready.click();
  await page.getByRole('heading', { name: says.exchanged }).waitFor();
}

/** The first withdrawal, from the wallet, to an address that was never paid. */
async function withdraw(page: Page, says: Words) {
  await page.getByRole('main').getByRole('link', { name: says.withdraw, exact: true }).click();
  await enter(page, 'textbox', says.to, outside);
  await enter(page, 'textbox', says.amount, '25');
  await press(page, says.on);
  await press(page, says.withdrawNow);
  await page.getByRole('heading', { name: says.withdrawn }).waitFor();
}

describe.skipIf(!existsSync(chromiumPath))(`a newcomer needs at most ${most} presses`, () => {
  beforeAll(async () => {
    browser = await launchChromium();
    // Of its own: its people are new to it, and others register as well.
    served = await serveBuild();
  });
  afterAll(async () => {
    await browser?.close();
    await served?.remove();
  });

  test.each(['en', 'ru'] as const)('for each first thing, in %s', async (language) => {
    const says = words[language];
    const who = newcomer();
    const { context, complaints } = await newPerson(browser, {
      locale: language === 'ru' ? 'ru-RU' : 'en-GB',
    });
    const presses = await countPresses(context);
    const page = await context.newPage();
    await page.goto(served.origin);
    const needed = async (what: string, does: () => Promise<void>) => {
      presses.start();
      await does();
      // biome-ignore lint/suspicious/noConsole: the figures are what this test is for
      console.info(`${what} (${language}): ${presses.count()} presses`);
      expect(presses.list().length, presses.list().join(', ')).toBeLessThanOrEqual(most);
    };
    await needed('registration', () => register(page, says, who));
    const paid = await operator(
      served,
      'deposit',
      '--email',
      who.email,
      '--token',
      'USDT',
      '--amount',
      '500',
    );
    expect(paid.code, paid.printed).toBe(0);
    await page.getByRole('row', { name: /USDT/ }).first().waitFor();
    // Who holds something reads in the wallet, too, that the email address is not verified.
    await page.getByText(says.unverified).waitFor();
    await press(page, says.askEmail);
    await page.getByText(says.sent).waitFor();
    await needed('first exchange', () => exchange(page, says));
    await page.goto(`${served.origin}/wallet`);
    await needed('first withdrawal', () => withdraw(page, says));
    expect(complaints).toEqual([]);
    await context.close();
  });
});
