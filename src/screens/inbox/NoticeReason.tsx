import { useTranslation } from 'react-i18next';
import type { Notification } from '../../../contract/notifications.ts';

interface Props {
  reason: NonNullable<Notification['reason']>;
  token: string;
}

/** Why a transaction failed. Its sentences are those of the history, and are loaded when one is needed: nothing is said until then. */
export function NoticeReason({ reason, token }: Props) {
  const { t, ready } = useTranslation('transactions');
  return ready && <span className="text-sm">{t(`reasons.${reason}`, { token })}</span>;
}
