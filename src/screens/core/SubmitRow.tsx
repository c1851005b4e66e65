import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/base/Button.tsx';
import type { ButtonVariant } from '../../components/base/buttonClasses.ts';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { failureNamespaces } from './failureText.ts';
import { waitText } from './formView.tsx';

interface Props {
  label: string;
  /** What is being done while it is sent. */
  busyLabel: string;
  /** `danger` where it takes something away. */
  variant?: ButtonVariant | undefined;
  isBusy: boolean;
  /** The answer is long in coming: the way out is offered. */
  isSlow: boolean;
  /** Until a throttled form may be sent again; null when it may be sent now. */
  secondsLeft: number | null;
  /** Why it cannot be sent at all now, in words. */
  reason?: string | undefined;
  onCancel: () => void;
  /** Under the button, unless the way out stands there. */
  children?: ReactNode;
}

/** The one thing a form is for, and the way out while its answer is awaited. */
export function SubmitRow({
  label,
  busyLabel,
  variant,
  isBusy,
  isSlow,
  secondsLeft,
  reason,
  onCancel,
  children,
}: Props) {
  const { t } = useTranslation(failureNamespaces);
  const row = useRef<HTMLDivElement>(null);
  // The button of the way out is gone once it is pressed: the focus goes to what can be pressed again.
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
      <LiveRegion message={isBusy ? busyLabel : ''} />
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
