import { readFileSync } from 'node:fs';
import { act, fireEvent, type RenderResult, render, waitFor } from '@testing-library/react';
import { createInstance } from 'i18next';
import type { ReactNode } from 'react';
import { initReactI18next } from 'react-i18next';
import { expect, vi } from 'vitest';
import { interpolation } from '../../src/services/languages/languages.ts';
import { namespaces } from '../locales/words.ts';
import { settled } from '../support/actors.ts';
import { expectAccessible } from '../support/axe.ts';
import { isMeasuring, keepState } from '../support/drawnStates.tsx';
import { type Language, Words } from '../support/reader.tsx';

export type { Language };

/** What the gate draws in English, and each state that `replay` draws there too, the long tier draws in both languages (decision 224). */
const isLong = process.env.SCREENS !== undefined;
/** What is measured in a browser is drawn anew in the other language. */
const isMeasured = process.env.SCREENS === 'every state, measured';
export const languages: readonly Language[] = isLong && !isMeasured ? ['en', 'ru'] : ['en'];
export const everyState = <State,>(states: readonly State[]): readonly State[] => (isLong ? states : []);

function wordsIn(language: Language) {
  const i18n = createInstance().use(initReactI18next);
  i18n.init({
    lng: language,
    ns: namespaces,
    defaultNS: 'common',
    initAsync: false,
    interpolation,
    resources: {
      [language]: Object.fromEntries(
        namespaces.map((name) => [
          name,
          JSON.parse(readFileSync(`src/locales/${language}/${name}.json`, 'utf8')),
        ]),
      ),
    },
    parseMissingKeyHandler: (key: string) => {
      throw new Error(`no words for ${key}`);
    },
  });
  return i18n;
}

const words = { en: wordsIn('en'), ru: wordsIn('ru') };

/** Draws a screen as a reader of `language` has it, without the frame that the app puts around it; one that `isWhole` has its own. */
export function draw(
  screen: ReactNode,
  language: Language = 'en',
  { isWhole = false }: { isWhole?: boolean } = {},
): RenderResult {
  document.documentElement.lang = language;
  return render(
    <Words language={language} words={words}>
      {isWhole ? screen : <main>{screen}</main>}
    </Words>,
  );
}

/** Does what the outside world does, and waits until the screen has been drawn anew. */
export const arrives = (what: () => void): Promise<void> =>
  act(async () => {
    what();
    await settled();
  });

/** Waits until no spinner stands for what has arrived: one that was seen stays for 500 ms. */
export const spinnerGone = (): Promise<void> =>
  waitFor(() => expect(document.querySelector('[role="status"] > .animate-spin')).toBeNull());

/**
 * Puts `typed` into an amount's field and lets the pause of 700 ms pass after which it is judged: `before` is called at its beginning
 * and a millisecond before its end.
 */
export function typeAndPause(field: Element, typed: string, before: () => void): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    fireEvent.change(field, { target: { value: typed } });
    before();
    act(() => void vi.advanceTimersByTime(699));
    before();
    act(() => void vi.advanceTimersByTime(1));
  } finally {
    vi.useRealTimers();
  }
}

/** What is read, with plain spaces. */
export const text = (element: Element = document.body) => (element.textContent ?? '').replace(/\s/g, ' ');

/** No word is missing from the text, and each amount is whole or has at least two decimals: 86.40, never 86.4. */
export function expectWorded(): void {
  const text = document.body.textContent ?? '';
  expect(text).not.toMatch(
    /\{\{|\}\}|undefined|NaN|\[object|(?:common|auth|wallet|transactions|validation|meta):/,
  );
  expect(text).not.toMatch(/\d[.,]\d\s(?:ZST|STO|USDT|LINK|EUR|RUB)\b/);
}

/** What must be true of every screen in every state. */
export async function expectPresentable(): Promise<void> {
  expectWorded();
  const text = document.body.textContent ?? '';
  const headings = [...document.querySelectorAll('h1')];
  expect(headings).toHaveLength(1);
  // What state it is in is said in words, however few: a length would be met by padding.
  expect(text.replace(headings[0]?.textContent ?? '', '')).toMatch(/\p{L}{3}/u);
  // What is measured in a browser is judged by axe in the projects `app` and `long-screens`, which draw the same states.
  if (!isMeasuring) await expectAccessible();
  await keepState();
}

/** What a screen reader says after an element's name: help, error, reason. */
export function describedBy(element: Element | null): string {
  return (element?.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
}
