import * as z from 'zod/mini';
import { isCommonPassword } from '../../../contract/commonPasswords.ts';
import { newPassword } from '../../../contract/rules.ts';
import { type PasswordStrength, StrengthMeter } from '../../components/fields/StrengthMeter.tsx';
import { useTexts } from '../core/useTexts.ts';

const strengths = [
  'auth:password.strength',
  'auth:password.weak',
  'auth:password.fair',
  'auth:password.good',
  'auth:password.strong',
] as const;

export interface PasswordMeterProps {
  password: string;
  /** The person's own words, which the server refuses as a password. */
  own: readonly string[];
}

/** The strength of a new password, by the server's rule. */
export default function PasswordMeter({ password, own }: PasswordMeterProps) {
  const { t } = useTexts('auth');
  const level = strengthOf(password, own);
  return <StrengthMeter level={level} label={t(strengths[level])} />;
}

/** Weak passwords are those that the server refuses, and those with few different characters; otherwise length counts. */
function strengthOf(password: string, own: readonly string[]): PasswordStrength['level'] {
  if (password === '') return 0;
  if (!z.safeParse(newPassword, password).success || isCommonPassword(password, own)) return 1;
  if (new Set(password).size < 5) return 1;
  if (password.length < 10) return 2;
  return password.length < 14 ? 3 : 4;
}
