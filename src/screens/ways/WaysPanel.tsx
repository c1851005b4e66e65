import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../components/PageTitle.tsx';
import { failureNamespaces } from '../failureText.ts';
import { GooglePanel } from './GooglePanel.tsx';
import { LettersPanel } from './LettersPanel.tsx';
import { WalletPanel } from './WalletPanel.tsx';
import type { WaysProps } from './WaysIn.tsx';

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
