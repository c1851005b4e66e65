import { afterEach, expect, test, vi } from 'vitest';
import { localeOf } from '../../src/services/languages/regions.ts';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['a British reader', ['en-GB', 'en'], 'en', 'en-GB'],
  ['an American one', ['en-US'], 'en', 'en-US'],
  ['a Russian who reads English here', ['ru-RU', 'en-GB'], 'en', 'en-GB'],
  ['nobody’s region for this language', ['ru-RU', 'en'], 'en', 'en'],
  ['not a region of another language', ['de-AT'], 'ru', 'ru'],
  ['not the digits or calendar of a tag', ['en-GB-u-ca-buddhist-nu-arab'], 'en', 'en-GB'],
  ['not a broken tag', ['en_GB?', 'en-NZ'], 'en', 'en-NZ'],
] as const)('%s', (_, browser, language, expected) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([...browser]);
  expect(localeOf(language)).toBe(expected);
});
