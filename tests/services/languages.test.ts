import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { requestEarly } from '../../src/services/languages/languageFiles.ts';
import { createLanguages } from '../../src/services/languages/languages.ts';
import { type Refusal, serveLocales } from '../support/localeFiles.ts';
import { interceptProvider } from '../support/mswProvider.ts';

const provider = interceptProvider();

/** Requests so far, as `ru/common`. */
let asked: string[] = [];

function serve(refuse: (language: string, namespace: string, times: number) => Refusal): void {
  provider.use(
    serveLocales((language, namespace) => {
      const name = `${language}/${namespace}`;
      asked.push(name);
      return refuse(language, namespace, asked.filter((one) => one === name).length);
    }),
  );
}

const broken = () => HttpResponse.error();
const unavailable = () => new HttpResponse(null, { status: 503 });

function browserSpeaks(...codes: string[]): void {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(codes);
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(codes[0] ?? '');
}

beforeEach(() => {
  asked = [];
  document.documentElement.lang = 'en';
  browserSpeaks('en-US');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Lets answers arrive without letting the app's timers run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('which language', () => {
  test.each([
    ['what a person chose before', 'ru', ['en-US'], 'ru'],
    ['the browser, region and all', null, ['ru-RU', 'en'], 'ru'],
    ['the first one we have', null, ['de', 'fr-FR', 'ru'], 'ru'],
    ['English for all others', null, ['de', 'fr'], 'en'],
    ['not a code that we do not have', 'fr', ['ru'], 'ru'],
    ['not a broken code', '"><script>', ['ru'], 'ru'],
  ])('%s', (_, stored, browser, expected) => {
    if (stored !== null) localStorage.setItem('i18nextLng', stored);
    browserSpeaks(...browser);

    const languages = createLanguages();

    expect(languages.current()).toBe(expected);
    expect(document.documentElement.lang).toBe(expected);
    expect(document.documentElement.dir).toBe('ltr');
    expect(localStorage.getItem('i18nextLng')).toBe(expected);
  });

  test('the page tag decides when the browser says nothing', () => {
    browserSpeaks();
    document.documentElement.lang = 'ru';

    expect(createLanguages().current()).toBe('ru');
  });
});

describe('loading words', () => {
  test('only what the page names, in its language and in English', async () => {
    localStorage.setItem('i18nextLng', 'ru');
    serve(() => undefined);
    const { i18n, load } = createLanguages();

    await load(['common', 'meta']);

    expect(asked.sort()).toEqual(['en/common', 'en/meta', 'ru/common', 'ru/meta']);
    expect(i18n.t('account.logOut')).toBe('Выйти');
  });

  test('what was requested early is not requested again', async () => {
    serve(() => undefined);
    const requested = requestEarly('en', ['common', 'meta']);
    const { i18n, load } = createLanguages();

    await load(['common', 'meta', 'auth']);
    await requested;

    expect(asked.sort()).toEqual(['en/auth', 'en/common', 'en/meta']);
    expect(i18n.t('account.logOut')).toBe('Log out');
  });

  test('what was requested early and did not arrive is requested again', async () => {
    serve((_, __, times) => (times === 1 ? broken() : undefined));
    await requestEarly('en', ['common']);
    const { i18n, load } = createLanguages();

    const loaded = load(['common']);
    await settle();
    await vi.runOnlyPendingTimersAsync();
    await loaded;

    expect(asked).toEqual(['en/common', 'en/common']);
    expect(i18n.t('account.logOut')).toBe('Log out');
  });

  test.each([
    ['the line is down', broken],
    ['the server is not up', unavailable],
  ])('is tried again after 350 and 700 ms while %s', async (_, refusal) => {
    serve((_language, _namespace, times) => (times <= 2 ? refusal() : undefined));
    const { i18n, load } = createLanguages();

    const loaded = load(['common']);
    await settle();
    await vi.advanceTimersByTimeAsync(349);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    await settle();
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(699);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    await settle();
    await loaded;

    expect(asked).toHaveLength(3);
    expect(i18n.t('account.logOut')).toBe('Log out');
  });

  test('gives up after the fifth retry, says NETWORK, and starts anew when asked again', async () => {
    let isDown = true;
    serve(() => (isDown ? broken() : undefined));
    const { i18n, load } = createLanguages();

    const failed = load(['common']).catch((error: unknown) => error);
    for (const wait of [350, 700, 1400, 2800, 5600, 11_200, 22_400]) {
      await settle();
      await vi.advanceTimersByTimeAsync(wait);
    }
    await settle();
    expect(await failed).toMatchObject({ failure: { code: 'NETWORK' } });
    expect(asked).toHaveLength(6);

    isDown = false;
    const again = load(['common']);
    await settle();
    await again;
    expect(i18n.t('account.logOut')).toBe('Log out');
  });

  test('a text names the product without being told its name', async () => {
    serve(() => undefined);
    const { i18n, load } = createLanguages();
    await load(['common', 'meta']);
    expect(i18n.t('meta:title', { page: 'Wallet' })).toBe('Wallet · Zesto Crypto Wallet');
  });

  test('a file that is gone is not asked for again', async () => {
    serve(() => new HttpResponse('gone', { status: 404 }));

    await expect(createLanguages().load(['common'])).rejects.toMatchObject({ failure: { code: 'NETWORK' } });

    expect(asked).toHaveLength(1);
  });

  test('a page instead of words is no words', async () => {
    serve(() => HttpResponse.html('<!doctype html><title>Sign in to the network</title>'));

    await expect(createLanguages().load(['common'])).rejects.toMatchObject({ failure: { code: 'NETWORK' } });
  });

  test('after 2 seconds English words stand in, and the own ones replace them when they come', async () => {
    localStorage.setItem('i18nextLng', 'ru');
    let isRussianDown = true;
    serve((language) => (language === 'ru' && isRussianDown ? broken() : undefined));
    const { i18n, load } = createLanguages();
    let isLoaded = false;

    const loaded = load(['common']).then(() => {
      isLoaded = true;
    });
    await settle();
    await vi.advanceTimersByTimeAsync(1_999);
    await settle();
    expect(isLoaded).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await loaded;
    expect(i18n.t('account.logOut')).toBe('Log out');
    expect(document.documentElement.lang).toBe('en');

    isRussianDown = false;
    await vi.advanceTimersByTimeAsync(10_000);
    await settle();
    expect(i18n.t('account.logOut')).toBe('Выйти');
    expect(document.documentElement.lang).toBe('ru');
  });

  test('no more than ten files at a time', async () => {
    let release = () => {};
    const gate = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    serve(() => gate);
    const { load } = createLanguages();
    const names = ['common', 'auth', 'wallet', 'exchange', 'transactions', 'news', 'profile', 'kyc'];

    const loaded = load([...names, 'support', 'validation', 'analytics', 'meta']);
    await settle();
    expect(asked).toHaveLength(10);
    release();
    await settle();
    await loaded;

    expect(asked).toHaveLength(12);
  });
});

describe('switching', () => {
  test('draws the other language without a reload and remembers it', async () => {
    serve(() => undefined);
    const { i18n, load, change, current } = createLanguages();
    await load(['common']);

    await change('ru');

    expect(current()).toBe('ru');
    expect(i18n.t('account.logOut')).toBe('Выйти');
    expect(document.documentElement.lang).toBe('ru');
    expect(localStorage.getItem('i18nextLng')).toBe('ru');
  });

  test('keeps the old one when the other cannot be had', async () => {
    serve((language) => (language === 'ru' ? new HttpResponse(null, { status: 404 }) : undefined));
    const { i18n, load, change, current } = createLanguages();
    await load(['common']);

    await expect(change('ru')).rejects.toMatchObject({ failure: { code: 'NETWORK' } });

    expect(current()).toBe('en');
    expect(i18n.t('account.logOut')).toBe('Log out');
    expect(document.documentElement.lang).toBe('en');
    expect(localStorage.getItem('i18nextLng')).toBe('en');
  });

  test('one that was given up while its words were on the way does not come later', async () => {
    serve(() => undefined);
    const { load, change, current } = createLanguages();
    await load(['common']);
    const givenUp = new AbortController();

    const changed = change('ru', givenUp.signal);
    givenUp.abort();

    await expect(changed).rejects.toMatchObject({ name: 'AbortError' });
    expect(current()).toBe('en');
    expect(localStorage.getItem('i18nextLng')).not.toBe('ru');
  });
});

test('what people type is shown as they typed it: no place in it is filled in, and no other text is read into it', async () => {
  serve(() => undefined);
  const { i18n, load } = createLanguages();
  await load(['common']);
  i18n.addResource('en', 'common', 'asked', 'You asked: {{subject}} ({{brand}})');
  const ask = (subject: string) => i18n.t('common:asked' as never, { subject }) as string;
  const brand = ask('').replace('You asked:  (', '').replace(')', '');
  expect(brand).not.toContain('{{');
  for (const subject of [
    '{{brand}}',
    '$t(common:asked)',
    '{{- subject}}',
    '$t(common:asked, {"subject": "x"})',
    '<b>{{brand}}</b>',
  ])
    expect(ask(subject)).toBe(`You asked: ${subject} (${brand})`);
});
