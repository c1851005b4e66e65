import { type ReactNode, useRef } from 'react';
import { Button } from '../../components/base/Button.tsx';
import type { ButtonVariant } from '../../components/base/buttonClasses.ts';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { failureNamespaces, waitText } from './failureText.ts';
import { useTranslation } from './useTranslation.ts';

interface Props {
  label: string;
  /** The label while sending. */
  busyLabel: string;
  /** `danger` for an action that removes something. */
  variant?: ButtonVariant | undefined;
  isBusy: boolean;
  /** Whether the answer takes long, so that cancelling is offered. */
  isSlow: boolean;
  /** Seconds until a throttled form may be sent again; null when it may be sent now. */
  secondsLeft: number | null;
  /** Says that a throttled form may be sent again. */
  isWaitOver?: boolean;
  /** Why it cannot be sent now, in words. */
  reason?: string | undefined;
  onCancel: () => void;
  /** Shown under the button, unless cancelling is offered there. */
  children?: ReactNode;
}

/** A form's submit button, with a way to cancel while waiting for the answer. */
export function SubmitRow({
  label,
  busyLabel,
  variant,
  isBusy,
  isSlow,
  secondsLeft,
  isWaitOver = false,
  reason,
  onCancel,
  children,
}: Props) {
  const { t } = useTranslation(failureNamespaces);
  const row = useRef<HTMLDivElement>(null);
  // The cancel button disappears when pressed, so the focus moves to the submit button.
  const cancel = () => {
    row.current?.querySelector('button')?.focus();
    onCancel();
  };
  const wait = secondsLeft === null ? null : waitText(secondsLeft);
  return (
    <div ref={row} className="page-action flex flex-col gap-2">
      <Button
        type="submit"
        {...(variant && { variant })}
        isWide
        isPending={isBusy}
        reason={wait ? t(wait.key, { count: wait.count }) : reason}
      >
        {label}
      </Button>
      <LiveRegion message={isBusy ? busyLabel : isWaitOver ? t('common:form.waitOver') : ''} />
      {isSlow ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-x-4 text-muted">
          <p>{t('common:form.slow')}</p>
          <Button variant="quiet" onPress={cancel}>
            {t('common:actions.cancel')}
          </Button>
        </div>
      ) : (
        children
      )}
    </div>
  );
}
