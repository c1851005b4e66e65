import { type ComponentType, lazy, Suspense } from 'react';
import * as z from 'zod/mini';
import { newPassword } from '../../../contract/rules.ts';
import { StrengthMeter } from '../../components/fields/StrengthMeter.tsx';
import type { PasswordMeterProps } from './PasswordMeter.tsx';

/** What a new password needs, in the order it is told, with the rule of the contract that checks it. */
const needs = [
  ['too_short', 'auth:password.length'],
  ['uppercase', 'auth:password.uppercase'],
  ['lowercase', 'auth:password.lowercase'],
  ['digit', 'auth:password.digit'],
] as const;

// With the list of common passwords. Without it nothing is called good.
const PasswordMeter = lazy<ComponentType<PasswordMeterProps>>(() =>
  import('./PasswordMeter.tsx').catch(() => ({ default: () => null })),
);

type PasswordKey =
  | (typeof needs)[number][1]
  | 'auth:password.strength'
  | 'auth:password.rules'
  | 'auth:password.met'
  | 'auth:password.unmet';

/** A new password's checklist and strength, as a password field takes them. `own`: what is known of its person. */
export function newPasswordView(password: string, own: readonly string[], t: (key: PasswordKey) => string) {
  const broken = z.safeParse(newPassword, password).error?.issues.map((issue) => issue.message) ?? [];
  const nothing = <StrengthMeter level={0} label={t('auth:password.strength')} />;
  return {
    description: t('auth:password.rules'),
    rules: needs.map(([rule, key]) => {
      const isMet = password !== '' && !broken.includes(rule);
      return { label: t(key), isMet, stateLabel: t(isMet ? 'auth:password.met' : 'auth:password.unmet') };
    }),
    strength:
      password === '' ? (
        nothing
      ) : (
        <Suspense fallback={nothing}>
          <PasswordMeter password={password} own={own} />
        </Suspense>
      ),
  };
}
