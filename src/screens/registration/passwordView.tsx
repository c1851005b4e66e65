import { type ComponentType, lazy, Suspense } from 'react';
import * as z from 'zod/mini';
import { newPassword } from '../../../contract/rules.ts';
import { StrengthMeter } from '../../components/fields/StrengthMeter.tsx';
import type { PasswordMeterProps } from './PasswordMeter.tsx';

/** The requirements of a new password, in display order, with the contract's rule that checks each. */
const needs = [
  ['too_short', 'auth:password.length'],
  ['uppercase', 'auth:password.uppercase'],
  ['lowercase', 'auth:password.lowercase'],
  ['digit', 'auth:password.digit'],
] as const;

// Includes the list of common passwords. Without it no strength is shown.
const PasswordMeter = lazy<ComponentType<PasswordMeterProps>>(() =>
  import('./PasswordMeter.tsx').catch(() => ({ default: () => null })),
);

type PasswordKey =
  | (typeof needs)[number][1]
  | 'auth:password.strength'
  | 'auth:password.rules'
  | 'auth:password.met'
  | 'auth:password.unmet';

/** The checklist and strength for a password field. `own`: the person's own words. */
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
