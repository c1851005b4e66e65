import { useSelector } from '@xstate/react';
import type { Wallet } from '../../../contract/wallet.ts';
import { Dialog } from '../../components/base/Dialog.tsx';
import { Link } from '../../components/base/Link.tsx';
import type { HoldsRef } from '../../machines/wallet/walletArea.ts';
import type { WalletViewRef } from '../../machines/wallet/walletViewMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { AvailableList } from './AvailableList.tsx';
import { HoldList } from './HoldList.tsx';

interface Props {
  wallet: Wallet;
  holds: HoldsRef;
  view: WalletViewRef;
  isHidden: boolean;
}

const words = {
  available: { title: 'wallet:part.available', about: 'wallet:about.available' },
  pending: { title: 'wallet:part.pending', about: 'wallet:about.pending' },
  frozen: { title: 'wallet:part.frozen', about: 'wallet:about.frozen' },
} as const;

/** Lists what one part of the balance consists of, and until when. */
export default function PartDialog({ wallet, holds, view, isHidden }: Props) {
  const { t } = useTexts('wallet');
  const part = useSelector(view, (state) => state.context.part);
  return (
    <Dialog
      isOpen
      onOpenChange={() => view.send({ type: 'part.closed' })}
      title={t(words[part].title)}
      closeLabel={t('common:actions.close')}
    >
      <p className="pb-4 text-muted">{t(words[part].about)}</p>
      {part === 'available' ? (
        <AvailableList tokens={wallet.tokens} isHidden={isHidden} />
      ) : (
        <HoldList
          part={part}
          holds={holds}
          isHidden={isHidden}
          onLeave={() => view.send({ type: 'part.closed' })}
        />
      )}
      {part === 'pending' && (
        <p className="pt-4">
          <Link
            href="/transactions/history"
            onPress={() => view.send({ type: 'part.closed' })}
            className="inline-flex min-h-touch items-center"
          >
            {t('wallet:part.history')}
          </Link>
        </p>
      )}
    </Dialog>
  );
}
