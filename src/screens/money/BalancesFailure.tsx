import { useSelector } from '@xstate/react';
import type { Wallet } from '../../../contract/wallet.ts';
import { Button } from '../../components/base/Button.tsx';
import { leaveFocus } from '../../components/base/takeLostFocus.ts';
import type { ResourceRef } from '../../machines/core/createResourceMachine.ts';
import { Freshness } from '../core/Freshness.tsx';
import { failureText } from '../core/failureText.ts';
import { useTexts } from '../core/useTexts.ts';

/** Why balances could not be read, or that they are slow, with another try; above old balances their age. Nothing while they are fresh. */
export function BalancesFailure({ wallet }: { wallet: ResourceRef<Wallet> }) {
  const { t } = useTexts();
  const state = useSelector(wallet, (snapshot) => snapshot);
  const { data, failure } = state.context;
  const isSlow = state.hasTag('slow');
  if (data) return <Freshness resource={wallet} />;
  if (!(failure || isSlow)) return null;
  return (
    <div ref={leaveFocus} role="alert" className="flex flex-col items-start gap-2">
      <p className="text-sm">{t(failure ? failureText[failure.code].sentence : 'common:form.slow')}</p>
      <Button
        variant="secondary"
        isPending={state.hasTag('busy') && !isSlow}
        onPress={() => wallet.send({ type: 'refresh.requested' })}
      >
        {t('common:actions.tryAgain')}
      </Button>
    </div>
  );
}
