import { useLocale } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import type { Notice } from '../../../contract/notifications.ts';
import { amountParts } from '../../components/money/amountParts.ts';
import { sentenceOf } from './noticeText.ts';

/** A notification as a sentence. Hidden balances are hidden here too. */
export function useNoticeText(isHidden: boolean): (notice: Notice) => string {
  const { t } = useTranslation('common');
  const { locale } = useLocale();
  return (notice) => {
    const { amount, token, title } = notice;
    const parts = amount === null ? null : amountParts(amount, locale, { minimumFractionDigits: 0 });
    const figure = parts ? `${parts.sign}${parts.whole}${parts.decimalSign}${parts.fraction}` : '—';
    return t(sentenceOf(notice), {
      amount: isHidden ? '••••' : figure,
      token: token ?? '',
      title: title ?? t('inbox.untitled'),
    });
  };
}
