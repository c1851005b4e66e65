import { useLocale } from 'react-aria-components/I18nProvider';
import { exactText } from '../../../contract/amountParts.ts';
import type { Notification } from '../../../contract/notifications.ts';
import { useTranslation } from '../core/useTranslation.ts';
import { sentenceOf } from './notificationText.ts';

/** A notification as a sentence. Hidden balances are hidden here too. */
export function useNotificationText(isHidden: boolean): (notice: Notification) => string {
  const { t } = useTranslation('common');
  const { locale } = useLocale();
  return (notice) => {
    const { amount, token, title, detail } = notice;
    return t(sentenceOf(notice), {
      amount: isHidden ? '••••' : amount === null ? '—' : exactText(amount, locale),
      token: token ?? '',
      title: title ?? t('inbox.untitled'),
      detail: detail ?? '—',
    });
  };
}
