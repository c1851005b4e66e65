import { beforeEach, expect, test } from 'vitest';
import { createDrafts } from '../../src/services/core/drafts.ts';

beforeEach(() => sessionStorage.clear());

test('a draft is there after a reload, and gone once it is forgotten', () => {
  createDrafts().keep({ first_name: 'Анна', terms: true });
  expect(createDrafts().read()).toEqual({ first_name: 'Анна', terms: true });
  createDrafts().keep(null);
  expect(createDrafts().read()).toBe(null);
  expect(sessionStorage.length).toBe(0);
});

test.each([
  '{{{',
  'null',
  '[]',
  '{"version":2,"values":{}}',
  '{"version":1,"values":{"a":7}}',
  '{"version":1}',
])('storage that holds %s is no draft', (text) => {
  sessionStorage.setItem('registration_draft', text);
  expect(createDrafts().read()).toBe(null);
});

test('a browser that keeps nothing is no hindrance', () => {
  const none = createDrafts({ read: () => null, write: () => false, remove: () => {}, keys: () => [] });
  none.keep({ first_name: 'Anna' });
  expect(none.read()).toBe(null);
});
