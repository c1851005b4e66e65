import { amountText } from '../../../contract/amountParts.ts';
import type { SecurityMember, ToldSecuritySettings } from '../../../contract/securitySettings.ts';
import { valueToken } from '../../../contract/tokens.ts';
import { useTexts } from '../core/useTexts.ts';

/** The text of a security setting's current or pending value. */
export function useSettingText() {
  const { t, locale } = useTexts('profile');
  return (member: SecurityMember, value: ToldSecuritySettings['pending'][number]['value']): string => {
    // Turning it on takes effect at once, so a pending change turns it off.
    if (member === 'allow_list_only') return t('profile:limits.onlyOff');
    if (member === 'lock_days') {
      return Number(value) > 0
        ? t('profile:limits.days', { count: Number(value) })
        : t('profile:limits.lockOff');
    }
    if (member === 'address_wait_hours') {
      if (value === null) return t('profile:limits.waitUsual');
      const hours = Number(value);
      return hours % 24 === 0
        ? t('profile:limits.days', { count: hours / 24 })
        : t('profile:limits.hours', { count: hours });
    }
    if (value !== null) return `${amountText(String(value), locale)}\u00a0${valueToken.symbol}`;
    return t(member === 'proof_above' ? 'profile:limits.proofUsual' : 'profile:limits.none');
  };
}
