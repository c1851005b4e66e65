import { exactText } from '../../../contract/amountParts.ts';
import { valueToken } from '../../../contract/tokens.ts';
import { Link } from '../../components/base/Link.tsx';
import type { AmountAdvice } from '../../components/fields/AmountField.tsx';
import type { Judgement } from '../../machines/money/judgement.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';

/** Why an amount would be refused, with figures and what to do. Does not name the available balance while balances are hidden. */
export function useAdvice(judgement: Judgement | null, isHidden: boolean): AmountAdvice | null {
  const { t, locale } = useTexts('transactions');
  if (judgement === null) return null;
  const amount = exactText(judgement.figure, locale);
  switch (judgement.problem) {
    case 'too_small':
      return { text: t('validation:bound.too_small', { amount, token: judgement.token }) };
    case 'too_large':
      return { text: t('validation:bound.too_large', { amount, token: judgement.token }) };
    case 'insufficient': {
      const { token, needed } = judgement;
      if (isHidden) return { text: t('transactions:advice.hidden') };
      if (needed === null) return { text: t('transactions:advice.insufficient', { amount, token }) };
      return {
        text: t('transactions:advice.needed', { amount, token, needed: exactText(needed, locale) }),
      };
    }
    case 'unverified':
      return {
        text: t('transactions:advice.unverified', { amount, currency: valueToken.symbol }),
        action: <Link href="/kyc">{t('transactions:limits.verify')}</Link>,
      };
    case 'own':
      return { text: t('validation:bound.own_limit', { amount, token: valueToken.symbol }) };
    default: {
      const { problem, moreAt } = judgement;
      const isDay = problem === 'day';
      const left = t(isDay ? 'transactions:advice.day' : 'transactions:advice.month', {
        amount,
        currency: valueToken.symbol,
      });
      return {
        text:
          moreAt === null
            ? left
            : `${left} ${t('transactions:limits.more', { time: instantText(moreAt, locale) })}`,
      };
    }
  }
}
