import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, EllipsisVertical, Send } from 'lucide-react';
import { isTokenSymbol } from '../../../contract/tokens.ts';
import { IconButton } from '../../components/base/IconButton.tsx';
import { Menu, MenuItem } from '../../components/base/Menu.tsx';
import { transactionsAddress } from '../../machines/money/transactionsQuery.ts';
import { useTexts } from '../core/useTexts.ts';

/** The menu of a token's row with all its actions. */
export default function TokenActions({ symbol }: { symbol: string }) {
  const { t } = useTexts('wallet');
  const label = t('wallet:actions.label', { token: symbol });
  return (
    <Menu
      aria-label={label}
      trigger={<IconButton icon={EllipsisVertical} label={label} className="@max-xl:-ml-3" />}
    >
      <MenuItem icon={Send} label={t('wallet:actions.send')} href={transactionsAddress('send', symbol)} />
      <MenuItem
        icon={ArrowDownToLine}
        label={t('wallet:actions.receive')}
        href={transactionsAddress('receive', symbol)}
      />
      <MenuItem
        icon={ArrowUpFromLine}
        label={t('wallet:actions.withdraw')}
        href={transactionsAddress('withdraw', symbol)}
      />
      {isTokenSymbol(symbol) && (
        <MenuItem
          icon={ArrowLeftRight}
          label={t('wallet:actions.exchange')}
          href={`/exchange?from=${symbol}`}
        />
      )}
    </Menu>
  );
}
