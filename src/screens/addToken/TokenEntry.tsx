import { useSelector } from '@xstate/react';
import { TriangleAlert } from 'lucide-react';
import type { ListedToken } from '../../../contract/catalogue.ts';
import { Button } from '../../components/base/Button.tsx';
import { CopyButton } from '../../components/base/CopyButton.tsx';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import type { TokenChoiceRef } from '../../machines/wallet/tokenChoiceMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { ChoiceOutcome } from './ChoiceOutcome.tsx';

interface Props {
  token: ListedToken;
  choice: TokenChoiceRef;
}

/** One token: what it is called here, by whom, under which contract; and whether the wallet shows it. */
export function TokenEntry({ token, choice }: Props) {
  const { t } = useTexts('wallet');
  const { symbol, ticker, name, issuer, network, contract_address, added } = token;
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 flex-col">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h2 className="font-semibold [overflow-wrap:anywhere]">{symbol}</h2>
            {added && <StatusBadge tone="gain">{t('wallet:catalogue.added')}</StatusBadge>}
          </div>
          <p className="text-muted text-sm">{name}</p>
        </div>
        <ChoiceButton token={token} choice={choice} />
      </div>
      <ChoiceOutcome symbol={symbol} choice={choice} />
      {token.same_ticker && (
        <p className="flex gap-3 rounded-field border border-wait border-dashed px-3 py-2 text-sm">
          <TriangleAlert {...iconProps} className="shrink-0 text-wait" />
          <span>{t('wallet:catalogue.sameTicker', { ticker })}</span>
        </p>
      )}
      <Facts>
        <Fact term={t('wallet:catalogue.issuer')}>{issuer ?? t('wallet:catalogue.noIssuer')}</Fact>
        <Fact term={t('wallet:catalogue.network')}>{network ?? t('wallet:catalogue.noNetwork')}</Fact>
        {contract_address !== null && (
          <Fact term={t('wallet:catalogue.contract')} isTall>
            <MonoGroups value={contract_address} />
            <CopyButton
              value={contract_address}
              label={t('wallet:catalogue.copy')}
              copiedLabel={t('wallet:catalogue.copied')}
              failedLabel={t('wallet:catalogue.copyFailed')}
            />
          </Fact>
        )}
      </Facts>
    </li>
  );
}

/** Stays the same button when its meaning turns, so that it keeps the focus. */
function ChoiceButton({ token: { symbol, added }, choice }: Props) {
  const { t } = useTexts('wallet');
  const state = useSelector(choice, (snapshot) => snapshot);
  const isBusy = state.hasTag('busy') && !state.hasTag('slow');
  const isMine = state.context.choice?.symbol === symbol;
  return (
    <Button
      variant={added ? 'quiet' : 'primary'}
      aria-label={t(added ? 'wallet:catalogue.hideToken' : 'wallet:catalogue.addToken', { token: symbol })}
      isPending={isBusy && isMine}
      reason={isBusy && !isMine ? t('wallet:catalogue.oneAtATime') : undefined}
      onPress={() => choice.send({ type: 'choice.made', choice: { symbol, isShown: !added } })}
    >
      {t(added ? 'wallet:catalogue.hide' : 'wallet:catalogue.add')}
    </Button>
  );
}
