import { useSelector } from '@xstate/react';
import { ChevronDown, TriangleAlert } from 'lucide-react';
import { Disclosure, DisclosurePanel } from 'react-aria-components/Disclosure';
import type { ListedToken } from '../../../contract/catalogue.ts';
import { Button } from '../../components/base/Button.tsx';
import { IconButton } from '../../components/base/IconButton.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import { TokenMark } from '../../components/money/TokenMark.tsx';
import type { TokenChoiceRef } from '../../machines/wallet/tokenChoiceMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { TokenFacts } from '../wallet/TokenFacts.tsx';
import { ChoiceOutcome } from './ChoiceOutcome.tsx';

interface Props {
  token: ListedToken;
  choice: TokenChoiceRef;
}

/** One token with its name and whether the wallet shows it; issuer and contract on demand. */
export function TokenEntry({ token, choice }: Props) {
  const { t } = useTexts('wallet');
  const { symbol, ticker, name, added } = token;
  return (
    <li className="border-line border-t first:border-t-0 md:border-t-0">
      <Disclosure className="group flex flex-col gap-2 py-1.5 md:rounded-card md:border md:border-line md:bg-surface md:p-3">
        <div className="flex flex-wrap items-center gap-2 max-[22.5rem]:gap-0.5">
          <TokenMark symbol={symbol} />
          <div className="flex min-w-20 flex-1 flex-col pl-1">
            <h2 className="font-semibold [overflow-wrap:anywhere]">{symbol}</h2>
            <p className="text-muted text-sm">
              {name}
              {added && (
                <>
                  {' · '}
                  <StatusBadge isInline tone="gain">
                    {t('wallet:catalogue.added')}
                  </StatusBadge>
                </>
              )}
            </p>
          </div>
          <ChoiceButton token={token} choice={choice} />
          <IconButton
            slot="trigger"
            icon={ChevronDown}
            label={`${t('wallet:token.facts')}: ${symbol}`}
            className="group-data-expanded:[&>svg]:rotate-180 [&>svg]:transition-transform"
          />
        </div>
        <ChoiceOutcome token={token} choice={choice} />
        {token.same_ticker && !added && (
          <p className="flex gap-2 text-sm">
            <TriangleAlert {...iconProps} className="shrink-0 text-wait" />
            <span>{t('wallet:catalogue.sameTicker', { ticker })}</span>
          </p>
        )}
        <DisclosurePanel>
          <TokenFacts token={token} />
        </DisclosurePanel>
      </Disclosure>
    </li>
  );
}

/**
 * One button for adding and hiding, so that it keeps the focus when its meaning changes. A token in use cannot be hidden: the button is shown only right
 * after adding, and says why not.
 */
function ChoiceButton({ token: { symbol, added, in_use }, choice }: Props) {
  const { t } = useTexts('wallet');
  const state = useSelector(choice, (snapshot) => snapshot);
  const isBusy = state.hasTag('busy') && !state.hasTag('slow');
  const isMine = state.context.choice?.symbol === symbol;
  const isKept = added && in_use === true && !isBusy;
  if (isKept && !isMine) return null;
  return (
    <Button
      variant={added ? 'quiet' : 'secondary'}
      aria-label={t(added ? 'wallet:catalogue.hideToken' : 'wallet:catalogue.addToken', { token: symbol })}
      isPending={isBusy && isMine}
      isBrief={isBusy}
      reason={
        isKept
          ? t('common:errors.balanceNotZero')
          : isBusy && !isMine
            ? t('wallet:catalogue.oneAtATime')
            : undefined
      }
      onPress={() => choice.send({ type: 'choice.made', choice: { symbol, isShown: !added } })}
    >
      {t(added ? 'wallet:catalogue.hide' : 'wallet:catalogue.add')}
    </Button>
  );
}
