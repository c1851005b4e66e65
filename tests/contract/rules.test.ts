import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { credentials, registration } from '../../contract/auth.ts';
import {
  calendarDate,
  checkFields,
  dateOfBirth,
  email,
  newPassword,
  personName,
  phone,
  typedFactor,
  username,
} from '../../contract/rules.ts';
import { emptiable, givenInstant, paragraphs, recipientText } from '../../contract/textRules.ts';
import { timeZone } from '../../contract/timeZone.ts';

const today = '2026-11-20';
const form = {
  first_name: 'Анна',
  last_name: 'Müller',
  username: 'anna.m',
  email: 'Anna@Example.com',
  password: 'Secret1',
  password_confirmation: 'Secret1',
  phone: '+1 (234) 567-890',
  date_of_birth: '1990-02-28',
  country: 'DE',
  terms: true,
};

/** The rule that `schema` names for a lone value, or null when it is accepted. */
function ruleFor(schema: Parameters<typeof checkFields>[0], value: unknown): string | null {
  const checked = checkFields(schema, value);
  return checked.ok ? null : (checked.fields[''] ?? 'no rule named');
}

describe('registration', () => {
  test('a right form is accepted, tidied', () => {
    expect(checkFields(registration(today), form)).toEqual({
      ok: true,
      value: { ...form, email: 'anna@example.com', phone: '+1234567890' },
    });
  });

  test('an empty form names every field once', () => {
    expect(checkFields(registration(today), {})).toEqual({
      ok: false,
      fields: {
        first_name: 'required',
        last_name: 'required',
        username: 'required',
        email: 'required',
        password: 'required',
        password_confirmation: 'required',
        phone: 'required',
        date_of_birth: 'required',
        country: 'required',
        terms: 'required',
      },
    });
  });

  test('a confirmation that differs is told together with the other mistakes', () => {
    const wrong = { ...form, password_confirmation: 'Secret2', email: 'x' };
    expect(checkFields(registration(today), wrong)).toEqual({
      ok: false,
      fields: { password_confirmation: 'mismatch', email: 'too_short' },
    });
  });

  test.each([
    ['email', 'e'.repeat(300)],
    ['phone', '1'.repeat(60)],
    ['username', 'u'.repeat(60)],
    ['first_name', 'f'.repeat(60)],
    ['password', `Aa1${'p'.repeat(200)}`],
  ])('a confirmation that differs is told also while %s is too long', (name, value) => {
    const wrong = { ...form, password_confirmation: 'Secret2', [name]: value };
    expect(checkFields(registration(today), wrong)).toEqual({
      ok: false,
      fields: { password_confirmation: 'mismatch', [name]: 'too_long' },
    });
  });

  test('an empty confirmation is asked for, not compared', () => {
    expect(checkFields(registration(today), { ...form, password_confirmation: '' })).toEqual({
      ok: false,
      fields: { password_confirmation: 'required' },
    });
  });

  test('what is unknown inside of a field is told of the field', () => {
    const schema = z.object({ inner: z.strictObject({}) });
    expect(checkFields(schema, { inner: { more: 1 } })).toEqual({ ok: false, fields: { inner: 'unknown' } });
  });

  test('terms not agreed to, and a field that the call does not have', () => {
    expect(checkFields(registration(today), { ...form, terms: false, role: 'admin' })).toEqual({
      ok: false,
      fields: { terms: 'required', role: 'unknown' },
    });
  });
});

describe('each rule, at its edge', () => {
  test.each([
    ['a@bc', 'too_short'],
    ['a@b.c', 'format'],
    ['a@b.co', null],
    [`${'a'.repeat(248)}@b.com`, null],
    [`${'a'.repeat(249)}@b.com`, 'too_long'],
    ['no at sign', 'format'],
    ['two@@signs.com', 'format'],
    ['a@-dash.com', 'format'],
    ['a@почта.рф', null],
    ['a\u0000b@c.com', 'characters'],
    ['', 'required'],
  ])('email %j: %s', (text, rule) => expect(ruleFor(email, text)).toBe(rule));

  test.each([
    ['Abcd1', 'too_short'],
    ['Abcde1', null],
    [`Aa1${'x'.repeat(124)}`, null],
    [`Aa1${'x'.repeat(125)}`, 'too_long'],
    ['abcde1', 'uppercase'],
    ['ABCDE1', 'lowercase'],
    ['Abcdef', 'digit'],
    ['Пароль1', null],
    ['Abc\u0000de1', 'characters'],
    ['Abcde1\ud800', 'characters'],
    ['', 'required'],
  ])('password %j: %s', (text, rule) => expect(ruleFor(newPassword, text)).toBe(rule));

  test.each([
    ['A', 'too_short'],
    ['Al', null],
    ['a'.repeat(49), null],
    ['a'.repeat(50), 'too_long'],
    ['Anna2', 'letters_only'],
    ['Anna Maria', 'letters_only'],
    ['José', null],
    ['Иван', null],
    ['李小', null],
    ['   ', 'required'],
  ])('name %j: %s', (text, rule) => expect(ruleFor(personName, text)).toBe(rule));

  test.each([
    ['+1234567890', null],
    ['+7 912 345-67-89', null],
    ['1234567890', 'format'],
    ['+0234567890', 'format'],
    ['+1', 'format'],
    ['+1234567890123456', 'format'],
    ['+12345abc90', 'format'],
    ['', 'required'],
  ])('phone %j: %s', (text, rule) => expect(ruleFor(phone, text)).toBe(rule));

  test.each([
    ['ab', 'too_short'],
    ['abc', null],
    ['a.b_c-9', null],
    ['.abc', 'format'],
    ['имя', 'format'],
    ['a'.repeat(31), 'too_long'],
  ])('username %j: %s', (text, rule) => expect(ruleFor(username, text)).toBe(rule));

  test.each([
    ['2008-11-20', null],
    ['2008-11-21', 'underage'],
    ['2026-11-20', 'underage'],
    ['2026-11-21', 'in_future'],
    ['1990-02-29', 'format'],
    ['1992-02-29', null],
    ['1990-13-01', 'format'],
    ['0001-01-01', 'format'],
    ['20.11.1990', 'format'],
    ['1990-1-1', 'format'],
    ['', 'required'],
  ])('date of birth %j: %s', (text, rule) => expect(ruleFor(dateOfBirth(today), text)).toBe(rule));

  test.each([
    [calendarDate, '1900-01-01', null],
    [calendarDate, '1899-12-31', 'format'],
    [calendarDate, ' 1990-01-01 ', null],
    [calendarDate, 'x1990-01-01', 'format'],
    [calendarDate, '1990-01-01T00:00', 'format'],
    [givenInstant, '2999-12-31T23:59:59.999Z', null],
    [recipientText, 'abc', null],
    [recipientText, 'ab', 'too_short'],
    [recipientText, '0x1234567', 'too_short'],
    [recipientText, '0X12345678', null],
    [recipientText, 'box0x', null],
    [typedFactor, '123456', null],
    [typedFactor, '12345', 'format'],
    [typedFactor, '1'.repeat(41), 'too_long'],
  ])('rule %#', (schema, text, rule) => expect(ruleFor(schema, text)).toBe(rule));

  test('born on 29 February: of age on 1 March of a common year, not the day before', () => {
    expect(ruleFor(dateOfBirth('2026-02-28'), '2008-02-29')).toBe('underage');
    expect(ruleFor(dateOfBirth('2026-03-01'), '2008-02-29')).toBe(null);
  });
});

describe('what a text becomes', () => {
  test.each([
    [typedFactor, '123 456', '123456'],
    [typedFactor, 'ABCD-EFGH IJKL-MNOP QRST-UVWX', 'abcdefghijklmnopqrstuvwx'],
    [paragraphs, ' one\r\ntwo\rthree\n\tfour ', 'one\ntwo\nthree\n\tfour'],
    [emptiable(username), ' \t ', null],
    [emptiable(username), 'anna', 'anna'],
    [emptiable(username), null, null],
    [timeZone, 'Asia/Calcutta', 'Asia/Kolkata'],
    [timeZone, 'Europe/Kiev', 'Europe/Kyiv'],
    [timeZone, 'Europe/Berlin', 'Europe/Berlin'],
  ])('text %#', (schema, text, value) => expect(checkFields(schema, text)).toEqual({ ok: true, value }));

  test('a control character among paragraphs is refused', () => {
    expect(ruleFor(paragraphs, 'one\u0000two')).toBe('characters');
    expect(ruleFor(paragraphs, 'one\u2028two')).toBe('characters');
  });

  test('a time zone has the same clock by the name that it becomes', () => {
    const clockIn = (name: string) => {
      const format = new Intl.DateTimeFormat('en', {
        timeZone: name,
        dateStyle: 'short',
        timeStyle: 'short',
      });
      return [Date.UTC(2026, 0), Date.UTC(2026, 6)].map((at) => format.format(at));
    };
    for (const name of Intl.supportedValuesOf('timeZone')) {
      const checked = checkFields(timeZone, name);
      if (!checked.ok) throw new Error(`${name} is refused`);
      expect([name, ...clockIn(checked.value)]).toEqual([name, ...clockIn(name)]);
    }
  });
});

test('sign-in accepts a password that today’s rules would refuse', () => {
  expect(checkFields(credentials, { email: 'a@b.co', password: 'old', remember: false }).ok).toBe(true);
  expect(checkFields(credentials, { email: 'a@b.co', password: '', remember: 'yes' })).toEqual({
    ok: false,
    fields: { password: 'required', remember: 'format' },
  });
});

test('no value of any shape makes the check throw', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      checkFields(registration(today), value);
    }),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.keys(form)), fc.anything()), (value) => {
      expect(checkFields(registration(today), value).ok).toBe(false);
    }),
  );
});

test('a text of a million characters is refused before any pattern can chew on it (or this test times out)', () => {
  for (const unit of ['a', 'a-', 'a.', '@', ' ']) {
    expect(
      checkFields(registration(today), {
        ...form,
        email: `a@${unit.repeat(500_000)}`,
        phone: unit.repeat(500_000),
      }).ok,
    ).toBe(false);
  }
});
