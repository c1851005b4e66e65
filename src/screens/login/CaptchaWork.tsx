import { useSelector } from '@xstate/react';
import { ProgressBar } from '../../components/base/ProgressBar.tsx';
import type { CaptchaRef } from '../../machines/auth/captchaMachine.ts';
import { useTranslation } from '../core/useTranslation.ts';

/** Says why a login after wrong passwords takes long, and shows the progress. */
export default function CaptchaWork({ actor }: { actor: CaptchaRef }) {
  const { t, i18n } = useTranslation('auth');
  const done = useSelector(actor, ({ context }) => context.done);
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar
        label={t('captcha.solving')}
        value={done}
        maximum={1}
        valueLabel={new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(done)}
      />
      <p role="alert" className="text-muted text-sm">
        {t('captcha.why')}
      </p>
    </div>
  );
}
