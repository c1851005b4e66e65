import { useSelector } from '@xstate/react';
import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/base/Button.tsx';
import { ExternalLink } from '../../components/base/ExternalLink.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import { takeLostFocus } from '../../components/base/takeLostFocus.ts';
import type { BrowserWalletRef } from '../../machines/auth/browserWalletMachine.ts';
import type { LinkedWalletRef } from '../../machines/profile/walletLinkMachine.ts';
import { type FailureKey, failureNamespaces } from '../core/failureText.ts';
import { useTranslation } from '../core/useTranslation.ts';
import { Outcome } from './Outcome.tsx';
import { walletProblemWords } from './signInWords.ts';
import { WalletList } from './WalletList.tsx';

/** The official page of the extension that the fixed sentence names. */
const extensionUrl = 'https://metamask.io/download';

interface Props {
  actor: BrowserWalletRef | LinkedWalletRef;
  /** Null when the title is already shown elsewhere. */
  title: string | null;
  /** The text while the signature is being used. */
  busy: string;
  /** The text for a refusal without a reason of its own. */
  refused: FailureKey;
  /** The cancel button; null when there is one elsewhere. */
  leave: ReactNode;
}

/** A proof by a browser wallet, step by step. */
export function WalletProgress({ actor, title, busy, refused, leave }: Props) {
  const { t } = useTranslation(failureNamespaces);
  const state = useSelector(actor, (snapshot) => snapshot);
  const { wallets, wallet, address, isSwitched, problem, failure } = state.context;
  if (state.matches('failed') && problem) {
    const { sentence, next } = walletProblemWords(problem, failure, refused);
    return (
      <Outcome
        tone="loss"
        title={t(sentence)}
        actions={
          <>
            <Button isWide onPress={() => actor.send({ type: 'wallet.wanted' })}>
              {t('common:actions.tryAgain')}
            </Button>
            {leave}
            {problem === 'notInstalled' && (
              <ExternalLink href={extensionUrl} newTabLabel={t('common:newTab')}>
                {t('auth:wallet.get')}
              </ExternalLink>
            )}
          </>
        }
      >
        {t(next)}
      </Outcome>
    );
  }
  const name = wallet?.name ?? t('auth:wallet.unnamed');
  const isChoosing = state.matches('choosing');
  return (
    <section className="flex flex-col gap-4">
      {(isChoosing || title !== null) && (
        <StepTitle key={`title ${isChoosing}`}>{isChoosing ? t('auth:wallet.choose') : title}</StepTitle>
      )}
      {isChoosing && (
        <WalletList wallets={wallets} onPick={(id) => actor.send({ type: 'wallet.picked', id })} />
      )}
      <div
        key={`progress ${isChoosing}`}
        role="status"
        // Without a title of its own, the progress takes the focus of the wallet's button.
        ref={takeLostFocus}
        tabIndex={-1}
        className="focus-elsewhere flex flex-col gap-2"
      >
        {!isChoosing && (
          <p className="flex items-center gap-2">
            <LoaderCircle
              {...iconProps}
              className="shrink-0 animate-spin text-muted motion-reduce:animate-none"
            />
            {state.matches('discovering') && t('auth:wallet.discovering')}
            {state.matches('connecting') && t('auth:wallet.connecting', { name })}
            {state.matches({ proving: 'preparing' }) && t('auth:wallet.preparing')}
            {state.matches({ proving: 'signing' }) && t('auth:wallet.signing', { name })}
            {(state.matches('posting') || state.status === 'done') && busy}
          </p>
        )}
        {isSwitched && <p className="text-wait">{t('auth:wallet.switched', { name })}</p>}
      </div>
      {address && (
        <p className="flex flex-col gap-1 text-sm">
          <span className="text-muted">{t('auth:wallet.account')}</span>
          <MonoGroups value={address} />
        </p>
      )}
      {leave}
    </section>
  );
}
