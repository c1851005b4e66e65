import { expect, test } from 'vitest';
import { countryCodes } from '../../contract/countries.ts';

test('each of the 249 codes is there once, in order, and names a country', () => {
  expect(countryCodes).toHaveLength(249);
  expect(countryCodes).toEqual([...new Set(countryCodes)].sort());
  const names = new Intl.DisplayNames('en', { type: 'region' });
  expect(countryCodes.filter((code) => names.of(code) === code)).toEqual([]);
});
