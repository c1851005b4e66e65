import type { i18n } from 'i18next';
import { type ReactNode, useSyncExternalStore } from 'react';
import { I18nProvider } from 'react-aria-components';
import { I18nextProvider } from 'react-i18next';
import { matchesAt } from './phone.ts';

export type Language = 'en' | 'ru';

/** Who reads what is drawn, in place of the reader that it was drawn for. */
interface Reader {
  readonly language: Language;
  /** Of the window, in pixels. */
  readonly width: number;
}

let reader: Reader | null = null;
const listeners = new Set<() => void>();
const watch = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The queries that somebody listens to. */
const asked = new Set<EventTarget>();

/** Draws all that is drawn anew for another reader; null: for the one that it was drawn for. */
export function beRead(by: Reader | null): void {
  reader = by;
  for (const listener of listeners) listener();
  for (const query of asked) query.dispatchEvent(new Event('change'));
}

/** Words for a part of a page, in the language of who reads it. */
export function Words({
  language,
  words,
  children,
}: {
  language: Language;
  words: Readonly<Record<Language, i18n>>;
  children: ReactNode;
}) {
  const shown = useSyncExternalStore(watch, () => reader?.language ?? language);
  return (
    <I18nextProvider i18n={words[shown]}>
      <I18nProvider locale={shown}>{children}</I18nProvider>
    </I18nextProvider>
  );
}

type Ask = typeof window.matchMedia;

/** Lets the width of the window follow `beRead`, whatever a test sets `matchMedia` to. */
export function letReadersDiffer(): void {
  let own: Ask = window.matchMedia;
  const ask: Ask = (media) => {
    const query = Object.assign(new EventTarget(), {
      media,
      onchange: null,
      addListener() {},
      removeListener() {},
    });
    asked.add(query);
    return Object.defineProperty(query, 'matches', {
      get: () => (reader ? matchesAt(reader.width, media) : own(media).matches),
    }) as unknown as MediaQueryList;
  };
  Object.defineProperty(window, 'matchMedia', {
    configurable: true,
    get: () => ask,
    set: (given: Ask) => {
      own = given;
    },
  });
}

export const forgetQueries = () => asked.clear();
