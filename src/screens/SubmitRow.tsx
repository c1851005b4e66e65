import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../components/Button.tsx';
import { failureNamespaces } from './failureText.ts';
import { waitText } from './formView.tsx';

interface Props {
  label: string;
  isBusy: boolean;
  /** Until a throttled form may be sent again; null when it may be sent now. */
  secondsLeft: number | null;
  onCancel: () => void;
  /** Under the button while nothing is sent; the way out takes its place. */
  children?: ReactNode;
}

/** The one thing a form is for, and the way out while its answer is awaited. */
export function SubmitRow({ label, isBusy, secondsLeft, onCancel, children }: Props) {
  const { t } = useTranslation(failureNamespaces);
  const wait = secondsLeft === null ? null : waitText(secondsLeft);
  return (
    <div className="flex flex-col gap-2">
      <Button
        type="submit"
        isWide
        isPending={isBusy}
        reason={wait ? t(wait.key, { count: wait.count }) : undefined}
      >
        {label}
      </Button>
      <div className="flex min-h-touch flex-col justify-center">
        {isBusy ? (
          <div className="animate-late">
            <Button variant="quiet" isWide onPress={onCancel}>
              {t('common:actions.cancel')}
            </Button>
          </div>
        ) : (
          children
        )}
      </div>
    </div>
  );
}
