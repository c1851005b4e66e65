import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { failureNamespaces } from '../core/failureText.ts';
import { LettersPanel } from './AccountEmailsPanel.tsx';
import { GooglePanel } from './GooglePanel.tsx';
import type { WaysProps } from './SignInMethods.tsx';
import { WalletPanel } from './WalletPanel.tsx';

/** One of the ways in beside a password, in place of the form. */
export function WaysPanel({ browserWallet, google, letters }: Omit<WaysProps, 'waysIn'>) {
  const { t } = useTranslation(failureNamespaces);
  const hasWallet = useSelector(browserWallet, (snapshot) => snapshot.hasTag('instead'));
  const hasGoogle = useSelector(google, (snapshot) => snapshot.hasTag('instead'));
  const hasLetters = useSelector(letters, (snapshot) => snapshot.hasTag('instead'));
  return (
    <div className="flex flex-col gap-6">
      <PageTitle>{t('auth:login.title')}</PageTitle>
      {hasWallet && <WalletPanel actor={browserWallet} />}
      {hasGoogle && !hasWallet && <GooglePanel actor={google} />}
      {hasLetters && !hasWallet && !hasGoogle && <LettersPanel actor={letters} />}
    </div>
  );
}
