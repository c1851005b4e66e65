import { useEffect } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Toaster } from '../../components/shell/Toaster.tsx';
import type { Toast, ToastsRef } from '../../machines/core/toastsMachine.ts';
import { useTranslation } from '../../screens/core/useTranslation.ts';

const looks = { gain: toast.success, loss: toast.error, wait: toast, plain: toast };

/** Shows the machine's toasts. The machine decides which are shown and for how long; none ends by itself. */
export function followToasts(toasts: ToastsRef): void {
  let shown: readonly number[] = [];
  const draw = ({ context: { toasts } }: ReturnType<ToastsRef['getSnapshot']>) => {
    const ids = toasts.map(({ id }) => id);
    for (const id of shown) if (!ids.includes(id)) toast.remove(String(id));
    for (const toast of toasts) {
      if (shown.includes(toast.id)) continue;
      looks[toast.tone](<ToastText toast={toast} />, {
        id: String(toast.id),
        duration: Number.POSITIVE_INFINITY,
      });
    }
    shown = ids;
  };
  draw(toasts.getSnapshot());
  toasts.subscribe(draw);
}

export interface ToastsProps {
  toasts: ToastsRef;
}

export function Toasts({ toasts }: ToastsProps) {
  const { t } = useTranslation('common');
  useEffect(() => toasts.send({ type: 'drawing.started' }), [toasts]);
  return (
    <Toaster
      label={t('notices.label')}
      dismissLabel={t('notices.dismiss')}
      onReadingChange={(isReading) => toasts.send({ type: isReading ? 'reading.started' : 'reading.ended' })}
      onDismiss={(id) => toasts.send({ type: 'toast.dismissed', id: Number(id) })}
    />
  );
}

function ToastText({ toast: { key, values } }: { toast: Toast }) {
  const { t } = useTranslation('common');
  return t(`notices.${key}`, { replace: values });
}
