import type { Notification } from '../../../contract/notifications.ts';
import { useTranslation } from '../core/useTranslation.ts';

interface Props {
  reason: NonNullable<Notification['reason']>;
  token: string;
}

/** Why a transaction failed. The texts are those of the history and load on demand; nothing is shown until then. */
export function NoticeReason({ reason, token }: Props) {
  const { t, ready } = useTranslation('transactions');
  return ready && <span className="text-sm">{t(`reasons.${reason}`, { token })}</span>;
}
