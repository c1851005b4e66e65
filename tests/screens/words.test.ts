import { describe, expect, test } from 'vitest';
import { credentials, registration } from '../../contract/auth.ts';
import { failureCodes } from '../../contract/failureCodes.ts';
import { checkFields, ruleNames } from '../../contract/rules.ts';
import { failureText, waitText } from '../../src/screens/core/failureText.ts';
import { ruleText } from '../../src/screens/core/ruleText.ts';
import { wordsOf } from '../locales/words.ts';

const english = wordsOf('en');
const russian = wordsOf('ru');

describe('a failure', () => {
  test.each(failureCodes)('%s has a sentence and a next step in both languages', (code) => {
    const { sentence, next } = failureText[code];
    for (const words of [english, russian]) {
      expect(words.get(sentence)).toMatch(/[.!?]$/);
      expect(words.get(next)).toMatch(/[.!?]$/);
    }
    expect(sentence).not.toBe(next);
  });
});

describe('a broken rule', () => {
  test.each(['too_short', 'too_long', 'format'] as const)(
    'an address that is %s is told how long one is',
    (rule) => {
      expect(english.get(ruleText('to', rule))).toContain('42 characters');
      expect(russian.get(ruleText('to', rule))).toContain('42\u00a0символа');
    },
  );

  const good = {
    first_name: 'Anna',
    last_name: 'Lindgren',
    username: 'anna',
    email: 'anna@example.com',
    password: 'Correct7horse',
    password_confirmation: 'Correct7horse',
    phone: '+46701234567',
    date_of_birth: '1990-02-14',
    country: 'SE',
    terms: true,
  };
  const typed = [
    '',
    'a',
    'a b',
    'A1',
    'aaaaaaa',
    'AAAAAAA',
    'Aaaaaaa',
    '1111111',
    'x'.repeat(300),
    '2020-02-02',
    '2190-01-01',
  ];
  const pairs = new Set<string>();
  for (const name of Object.keys(good)) {
    for (const value of name === 'terms' ? [false] : typed) {
      const checked = checkFields(registration('2026-11-20'), { ...good, [name]: value });
      for (const [field, rule] of checked.ok ? [] : Object.entries(checked.fields))
        pairs.add(`${field} ${rule}`);
    }
  }

  test('every field can break one', () => {
    expect([...new Set([...pairs].map((pair) => pair.split(' ')[0]))].sort()).toEqual(
      Object.keys(good).sort(),
    );
    expect(pairs.size).toBeGreaterThan(25);
  });

  test.each([...pairs])('%s is said in words of its own', (pair) => {
    const [field = '', rule] = pair.split(' ');
    const known = ruleNames.find((name) => name === rule);
    if (!known) throw new Error(pair);
    // That a person is too young is the same sentence wherever it is said.
    expect(ruleText(field, known)).toMatch(
      known === 'underage' ? /any\.underage$/ : new RegExp(`:${field}\\.`),
    );
  });

  test.each(ruleNames)('%s is said even for a field that nobody foresaw', (rule) => {
    for (const words of [english, russian])
      expect(words.get(ruleText('favourite_colour', rule))).toMatch(/\.$/);
  });

  test('what is taken is said with the spec’s sentence', () => {
    expect(english.get(ruleText('email', 'taken'))).toBe('An account with this email already exists.');
  });

  test('at login it is said with the same words', () => {
    const checked = checkFields(credentials, { email: '', password: '', remember: false });
    expect(checked.ok ? {} : checked.fields).toEqual({ email: 'required', password: 'required' });
  });
});

test('a wait is told in seconds as long as they can be counted, then in minutes, never too few', () => {
  expect(waitText(1)).toEqual({ key: 'common:form.waitSeconds', count: 1 });
  expect(waitText(90)).toEqual({ key: 'common:form.waitSeconds', count: 90 });
  expect(waitText(91)).toEqual({ key: 'common:form.waitMinutes', count: 2 });
  expect(waitText(3601)).toEqual({ key: 'common:form.waitMinutes', count: 61 });
});
