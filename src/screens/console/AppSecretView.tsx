import { CopyButton } from '../../components/base/CopyButton.tsx';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import { QrCode } from '../../components/money/QrCode.tsx';
import type { AppSecret } from '../../machines/console/setupForms.ts';
import { useTexts } from '../core/useTexts.ts';

/** The secret for an authenticator app, to be scanned or typed. */
export function AppSecretView({ secret, uri }: AppSecret) {
  const { t } = useTexts('console');
  return (
    <div className="flex flex-col gap-4">
      <p>{t('console:factor.scan')}</p>
      <QrCode value={uri} label={t('console:factor.qr')} />
      <div className="flex flex-col gap-1">
        <p className="text-muted text-sm">{t('console:factor.key')}</p>
        <MonoGroups value={secret} />
      </div>
      <div>
        <CopyButton
          value={secret}
          label={t('console:factor.copyKey')}
          copiedLabel={t('console:factor.copied')}
          failedLabel={t('console:factor.copyFailed')}
        />
      </div>
    </div>
  );
}
