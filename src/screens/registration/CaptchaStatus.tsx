import { useSelector } from '@xstate/react';
import { Check, LoaderCircle } from 'lucide-react';
import { Button } from '../../components/base/Button.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { leaveFocus } from '../../components/base/takeLostFocus.ts';
import type { CaptchaRef } from '../../machines/auth/captchaMachine.ts';
import { failureNamespaces } from '../core/failureText.ts';
import { useTranslation } from '../core/useTranslation.ts';

const tags = ['absent', 'failed', 'busy'] as const;

/** The progress of the captcha. It needs no action unless it failed. */
export function CaptchaStatus({ actor }: { actor: CaptchaRef }) {
  const { t } = useTranslation(failureNamespaces);
  // Not its progress, which is told often and is not shown here.
  const tag = useSelector(actor, (state) => tags.find((each) => state.hasTag(each)));
  if (tag === 'absent') return null;
  if (tag === 'failed') {
    return (
      <div
        ref={leaveFocus}
        role="alert"
        className="flex flex-wrap items-center justify-between gap-x-4 text-loss"
      >
        <p>{t('auth:captcha.failed')}</p>
        <Button variant="quiet" onPress={() => actor.send({ type: 'captcha.retried' })}>
          {t('auth:captcha.retry')}
        </Button>
      </div>
    );
  }
  const isBusy = tag === 'busy';
  return (
    <p role="status" className="flex items-center gap-2 text-muted text-sm">
      {isBusy ? (
        <LoaderCircle {...iconProps} className="animate-spin motion-reduce:animate-none" />
      ) : (
        <Check {...iconProps} className="text-gain" />
      )}
      {t(isBusy ? 'auth:captcha.solving' : 'auth:captcha.solved')}
    </p>
  );
}
