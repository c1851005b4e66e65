import { useSelector } from '@xstate/react';
import { Button } from '../../components/base/Button.tsx';
import type { WalletAssetRef } from '../../machines/deposit/walletAssetMachine.ts';
import type { DepositOffer } from '../../machines/deposit/walletDeposit.ts';
import type { WalletDepositSnapshot } from '../../machines/deposit/walletDepositMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { problemKeys, problemValues } from './problemWords.ts';

interface Props {
  offer: DepositOffer;
  state: WalletDepositSnapshot;
}

/** Offers to add the token to the wallet's list. */
export function AddAsset({ offer, state }: Props) {
  const { walletAsset } = state.children;
  const { wallet } = state.context;
  if (!walletAsset || !wallet) return null;
  return <Asset offer={offer} wallet={wallet.id} asset={walletAsset} />;
}

function Asset({ offer, wallet, asset }: { offer: DepositOffer; wallet: string; asset: WalletAssetRef }) {
  const { t } = useTexts('transactions');
  const state = useSelector(asset, (snapshot) => snapshot);
  const { token, chain } = offer;
  const { contract, ticker, decimals } = chain;
  const { request, problem } = state.context;
  const isAbout = request?.wallet === wallet && request.contract === contract;
  const values = problemValues(offer);
  const said =
    isAbout && state.matches('asking')
      ? t('transactions:byWallet.addingAsset', { token })
      : isAbout && state.matches('added')
        ? t('transactions:byWallet.addedAsset', { token })
        : isAbout && problem
          ? `${t(problemKeys(problem).sentence, values)}. ${t(problemKeys(problem).next, values)}`
          : '';
  return (
    <>
      {isAbout && state.matches('asking') ? (
        <Button variant="quiet" onPress={() => asset.send({ type: 'asset.left' })}>
          {t('common:actions.cancel')}
        </Button>
      ) : (
        <Button
          variant="quiet"
          onPress={() => asset.send({ type: 'asset.requested', wallet, contract, ticker, decimals })}
        >
          {t('transactions:byWallet.addAsset', { token })}
        </Button>
      )}
      <p role="status" className="basis-full text-muted text-sm empty:hidden">
        {said}
      </p>
    </>
  );
}
