import * as z from 'zod/mini';
import { newPassword } from '../../../contract/rules.ts';

/** What a new password needs, in the order it is told, with the rule of the contract that checks it. */
const needs = [
  ['too_short', 'auth:password.length'],
  ['uppercase', 'auth:password.uppercase'],
  ['lowercase', 'auth:password.lowercase'],
  ['digit', 'auth:password.digit'],
] as const;

const strengths = [
  'auth:password.strength',
  'auth:password.weak',
  'auth:password.fair',
  'auth:password.good',
  'auth:password.strong',
] as const;

/** A new password's checklist and strength, by key. Breaking a rule or repeating few characters is weak; then length counts. */
export function passwordView(password: string) {
  const broken = z.safeParse(newPassword, password).error?.issues.map((issue) => issue.message) ?? [];
  const level = strengthOf(password, broken.length > 0);
  return {
    rules: needs.map(([rule, key]) => ({ key, isMet: password !== '' && !broken.includes(rule) })),
    strength: { level, key: strengths[level] },
  };
}

function strengthOf(password: string, isBroken: boolean): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0;
  if (isBroken || new Set(password).size < 5) return 1;
  if (password.length < 10) return 2;
  return password.length < 14 ? 3 : 4;
}
