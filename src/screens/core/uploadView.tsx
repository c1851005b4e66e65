import { useLocale } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../contract/failure.ts';
import { ProgressBar } from '../../components/base/ProgressBar.tsx';
import { failureNamespaces, failureText } from './failureText.ts';
import { ruleText } from './ruleText.ts';

/** How large something is, in the unit that suits it. */
export function bytesText(bytes: number, locale: string): string {
  const [value, unit] = bytes < 100_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: unit === 'megabyte' ? 1 : 0,
  }).format(value);
}

interface ProgressProps {
  name: string;
  sent: number;
  total: number;
}

/** How much of a file has left, in bytes; then it is being looked at. */
export function UploadProgress({ name, sent, total }: ProgressProps) {
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

/** Why a file was refused: by its own rule if there is one, else why and what to do. */
export function RefusalText({ failure }: { failure: Failure }) {
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
