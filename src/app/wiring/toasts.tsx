import { toast } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { Toaster } from '../../components/shell/Toaster.tsx';
import type { NoticeFact, NotificationsRef } from '../../machines/core/toastsMachine.ts';

const looks = { gain: toast.success, loss: toast.error, wait: toast, plain: toast };

/** From now on the machine's notices are toasts. What is shown, and for how long, is the machine's: no toast ends by itself. */
export function followNotices(notifications: NotificationsRef): void {
  let shown: readonly number[] = [];
  const draw = ({ context: { notices } }: ReturnType<NotificationsRef['getSnapshot']>) => {
    const ids = notices.map(({ id }) => id);
    for (const id of shown) if (!ids.includes(id)) toast.remove(String(id));
    for (const notice of notices) {
      if (shown.includes(notice.id)) continue;
      looks[notice.tone](<NoticeText notice={notice} />, {
        id: String(notice.id),
        duration: Number.POSITIVE_INFINITY,
      });
    }
    shown = ids;
  };
  draw(notifications.getSnapshot());
  notifications.subscribe(draw);
}

export interface NoticesProps {
  notifications: NotificationsRef;
}

export function Notices({ notifications }: NoticesProps) {
  const { t } = useTranslation('common');
  return (
    <Toaster
      label={t('notices.label')}
      dismissLabel={t('notices.dismiss')}
      onReadingChange={(isReading) =>
        notifications.send({ type: isReading ? 'reading.started' : 'reading.ended' })
      }
      onDismiss={(id) => notifications.send({ type: 'notice.dismissed', id: Number(id) })}
    />
  );
}

function NoticeText({ notice: { key, values } }: { notice: NoticeFact }) {
  const { t } = useTranslation('common');
  return t(`notices.${key}`, { replace: values });
}
