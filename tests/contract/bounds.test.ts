import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '../../contract/call.ts';
import { capped, line } from '../../contract/rules.ts';
import { givenInstant, paragraphs, searchedDay } from '../../contract/textRules.ts';
import { webAppCalls } from '../../contract/webAppCalls.ts';
import { everyCall, isOperators } from '../support/calls.ts';

/** What a caller fills in. */
function inputsOf(call: Call): [string, z.core.$ZodType][] {
  return [
    ...(call.params ? [['params', call.params] as [string, z.core.$ZodType]] : []),
    ...(call.search ? [['search', call.search] as [string, z.core.$ZodType]] : []),
    ...(call.body ? [['body', call.body('2026-11-20')] as [string, z.core.$ZodType]] : []),
  ];
}

/** Where in a schema something can be of any length before anything has looked at its length. */
function unbounded(schema: z.core.$ZodType, path: string): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return isCapped(def) ? [] : [path];
    case 'object':
      return Object.entries(def.shape).flatMap(([name, inner]) => unbounded(inner, `${path}.${name}`));
    case 'array':
      return [
        ...(def.checks?.some((check) => check._zod.def.check === 'max_length') ? [] : [`${path}[]`]),
        ...unbounded(def.element, `${path}[]`),
      ];
    case 'nullable':
    case 'optional':
    case 'default':
      return unbounded(def.innerType, path);
    case 'pipe':
      // What stands behind the first schema reads what that one let through.
      return [...unbounded(def.in, path), ...unbounded(def.out, path)];
    case 'union':
      return def.options.flatMap((inner) => unbounded(inner, path));
    case 'transform':
    case 'enum':
    case 'literal':
    case 'boolean':
    case 'number':
      return [];
    default:
      return [`${path}: ${def.type}`];
  }
}

/** Whether the first check is the one that `capped` makes, before any other and before the format of the schema itself. */
function isCapped(def: z.core.$ZodStringDef): boolean {
  const [first] = def.checks ?? [];
  const told = first?._zod.def as { abort?: boolean; params?: { most?: unknown } } | undefined;
  return !('format' in def) && told?.abort === true && typeof told.params?.most === 'number';
}

describe('what a caller may send', () => {
  test('the calls are found', () => expect(everyCall.length).toBeGreaterThan(80));

  test('every call of the app is in the document that describes them', () => {
    const described = new Set(Object.values(webAppCalls).map(({ method, path }) => `${method} ${path}`));
    const ofTheApp = everyCall.filter(([, call]) => !isOperators(call)).map(([name]) => name);
    expect(ofTheApp.filter((name) => !described.has(name))).toEqual([]);
  });

  test.each(everyCall)('%s: no text or list is read before its length is known', (_, call) => {
    expect(inputsOf(call).flatMap(([name, schema]) => unbounded(schema, name))).toEqual([]);
  });

  test.each(everyCall)('%s: every name in its path has a rule', (_, call) => {
    const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const params = call.params as z.ZodMiniObject | undefined;
    expect(Object.keys(params?._zod.def.shape ?? {})).toEqual(names);
  });

  test.each([
    ['a text without a cap', z.string()],
    ['a cap behind another check', z.string().check(z.trim(), z.maxLength(5))],
    ['a format that reads before the cap', z.uuid().check(z.maxLength(36))],
    ['a list of any length', z.array(line(5))],
    ['anything', z.unknown()],
  ])('%s would be found', (_, schema) => {
    expect(unbounded(z.object({ field: z.optional(schema) }), 'body')).toHaveLength(1);
  });
});

describe('a cap', () => {
  const rule = (schema: z.core.$ZodType, text: string) =>
    z.safeParse(schema, text).error?.issues.map(({ message }) => message) ?? null;

  test('counts characters as they came, and ends the checks', () => {
    expect(rule(line(5), 'abcde')).toBe(null);
    expect(rule(line(5), '😀😀😀😀😀')).toBe(null);
    expect(rule(line(5), 'abcdef')).toEqual(['too_long']);
    expect(rule(line(5), '😀😀😀😀😀😀')).toEqual(['too_long']);
    expect(rule(line(5), '     a')).toEqual(['too_long']);
    expect(rule(line(5), 'e\u0301e\u0301e\u0301')).toEqual(['too_long']);
    expect(rule(line(5), '\u0000bcdef')).toEqual(['too_long']);
  });

  test('is told by the JSON Schema', () => {
    expect(z.toJSONSchema(line(5), { io: 'input' })).toMatchObject({ type: 'string', maxLength: 5 });
    const twice = (one: number, other: number) =>
      z.toJSONSchema(capped(one).check(z.maxLength(other)), { io: 'input' }).maxLength;
    expect([twice(5, 9), twice(9, 5)]).toEqual([5, 5]);
  });

  test('thirty marks on one letter are a text, and more are none', () => {
    expect(rule(line(200), `e${'\u0301'.repeat(30)}`)).toBe(null);
    expect(rule(line(200), `e${'\u0301'.repeat(16)}${'\u0323'.repeat(15)}`)).toEqual(['characters']);
    expect(rule(paragraphs, `e${'\u0301'.repeat(16)}${'\u0323'.repeat(15)}`)).toEqual(['characters']);
  });
});

test.each([
  [searchedDay, '1970-01-01', true],
  [searchedDay, '2999-12-31', true],
  [searchedDay, '1969-12-31', false],
  [searchedDay, '3000-01-01', false],
  [searchedDay, '9999-12-31', false],
  [searchedDay, '0000-01-01', false],
  [givenInstant, '1970-01-01T00:00:00Z', true],
  [givenInstant, '2999-12-31T23:59:59.999Z', true],
  [givenInstant, '0000-01-01T00:00:00Z', false],
  [givenInstant, '1969-12-31T23:59:59Z', false],
  [givenInstant, '3000-01-01T00:00:00Z', false],
  [givenInstant, '9999-12-31T23:59:59Z', false],
] as const)('bounds of time %#: %s', (schema, text, fits) => {
  expect(z.safeParse(schema, text).success).toBe(fits);
});
