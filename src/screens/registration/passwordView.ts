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

type PasswordKey =
  | (typeof needs)[number][1]
  | (typeof strengths)[number]
  | 'auth:password.rules'
  | 'auth:password.met'
  | 'auth:password.unmet';

/** A new password's checklist and strength, by key. Breaking a rule or repeating few characters is weak; then length counts. */
function passwordView(password: string) {
  const broken = z.safeParse(newPassword, password).error?.issues.map((issue) => issue.message) ?? [];
  const level = strengthOf(password, broken.length > 0);
  return {
    rules: needs.map(([rule, key]) => ({ key, isMet: password !== '' && !broken.includes(rule) })),
    strength: { level, key: strengths[level] },
  };
}

/** The same as a password field takes it. */
export function newPasswordView(password: string, t: (key: PasswordKey) => string) {
  const { rules, strength } = passwordView(password);
  return {
    description: t('auth:password.rules'),
    rules: rules.map(({ key, isMet }) => ({
      label: t(key),
      isMet,
      stateLabel: t(isMet ? 'auth:password.met' : 'auth:password.unmet'),
    })),
    strength: { level: strength.level, label: t(strength.key) },
  };
}

function strengthOf(password: string, isBroken: boolean): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0;
  if (isBroken || new Set(password).size < 5) return 1;
  if (password.length < 10) return 2;
  return password.length < 14 ? 3 : 4;
}
