import { Button } from '../../components/base/Button.tsx';
import type { BrowserWalletRef } from '../../machines/auth/browserWalletMachine.ts';
import { failureNamespaces } from '../core/failureText.ts';
import { useTranslation } from '../core/useTranslation.ts';
import { WalletProgress } from './WalletProgress.tsx';

/** Signing in with a browser wallet, in place of the form. */
export function WalletPanel({ actor }: { actor: BrowserWalletRef }) {
  const { t } = useTranslation(failureNamespaces);
  return (
    <WalletProgress
      actor={actor}
      title={t('auth:wallet.title')}
      busy={t('auth:login.busy')}
      refused="auth:errors.browserWalletFailed"
      leave={
        <Button variant="quiet" isWide onPress={() => actor.send({ type: 'wallet.left' })}>
          {t('auth:loginMethods.back')}
        </Button>
      }
    />
  );
}
