import { useLocale } from 'react-aria-components/I18nProvider';
import type { Failure } from '../../../contract/failure.ts';
import { Button } from '../../components/base/Button.tsx';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { ProgressBar } from '../../components/base/ProgressBar.tsx';
import { borrowFocus } from '../../components/base/takeLostFocus.ts';
import type { Progress, Upload } from '../../machines/core/upload.ts';
import { failureNamespaces, failureText } from './failureText.ts';
import { ruleText } from './ruleText.ts';
import { useTranslation } from './useTranslation.ts';

/** A size in bytes as text, in kilobytes or megabytes. */
export function bytesText(bytes: number, locale: string): string {
  const [value, unit] = bytes < 100_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: unit === 'megabyte' ? 1 : 0,
  }).format(value);
}

interface ProgressProps extends Progress {
  name: string;
}

/** The progress of an upload; once everything is sent, the server checks the file. */
function UploadProgress({ name, sent, total }: ProgressProps) {
  const { t } = useTranslation('profile');
  const { locale } = useLocale();
  const isThere = total > 0 && sent >= total;
  const progress = { sent: bytesText(sent, locale), total: bytesText(total, locale) };
  return (
    <ProgressBar
      label={t('upload.sending', { name })}
      value={sent}
      maximum={total}
      valueLabel={isThere ? t('upload.checking') : t('upload.progress', progress)}
    />
  );
}

/** Why a file was refused: the text of its broken rule, else the failure and what to do. */
function RefusalText({ failure }: { failure: Failure }) {
  const { t } = useTranslation(failureNamespaces);
  const [broken] = Object.entries(failure.fields);
  if (broken) return <p>{t(ruleText(...broken))}</p>;
  const { sentence, next } = failureText[failure.code];
  return (
    <p>
      {t(sentence)} {t(next)}
    </p>
  );
}

interface OutcomeProps {
  /** The snapshot of the upload's machine. */
  upload: {
    readonly context: Upload;
    hasTag(tag: 'refused'): boolean;
    matches(state: 'sending' | 'removing'): boolean;
  };
  /** The text while the file is being removed, and the title of a failure. */
  removing: string;
  failed: string;
  /** What is announced once the file was uploaded or removed. */
  done?: string;
  retryLabel: string;
  /** Null when there is nothing to retry. */
  onRetry: (() => void) | null;
  onCancel: () => void;
}

/** The state of the chosen file: uploading, removing, or why it failed. Place it after the control that chooses files, which takes the focus back. */
export function UploadOutcome({
  upload,
  removing,
  failed,
  done = '',
  retryLabel,
  onRetry,
  onCancel,
}: OutcomeProps) {
  const { t } = useTranslation(['common', 'profile']);
  const { file, sent, total, failure } = upload.context;
  const isRemoving = upload.matches('removing');
  const sending = upload.matches('sending') ? file : null;
  const said = sending ? t('profile:upload.sending', { name: sending.name }) : done;
  return (
    <>
      {(isRemoving || sending) && (
        <div ref={borrowFocus} className="flex flex-col gap-2">
          {isRemoving ? (
            <p aria-hidden className="text-muted">
              {removing}
            </p>
          ) : (
            sending && <UploadProgress name={sending.name} sent={sent} total={total} />
          )}
          <div>
            <Button variant="quiet" onPress={onCancel}>
              {t('actions.cancel')}
            </Button>
          </div>
        </div>
      )}
      {upload.hasTag('refused') && failure && (
        <div
          ref={borrowFocus}
          role="alert"
          className="flex flex-col gap-2 rounded-card border border-loss p-4"
        >
          <p className="font-semibold [overflow-wrap:anywhere]">{failed}</p>
          <RefusalText failure={failure} />
          <div className="flex flex-wrap gap-2">
            {onRetry && (
              <Button variant="secondary" onPress={onRetry}>
                {retryLabel}
              </Button>
            )}
            <Button variant="quiet" onPress={onCancel}>
              {t('actions.close')}
            </Button>
          </div>
        </div>
      )}
      <LiveRegion message={isRemoving ? removing : said} />
    </>
  );
}
