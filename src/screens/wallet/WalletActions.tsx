import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, Send } from 'lucide-react';
import { Link } from 'react-aria-components/Link';
import { isTokenSymbol } from '../../../contract/tokens.ts';
import { iconProps } from '../../components/base/icon.ts';
import { useTexts } from '../core/useTexts.ts';

const actions = [
  ['receive', ArrowDownToLine, '/transactions?tab=receive', '&token='],
  ['send', Send, '/transactions?tab=send', '&token='],
  ['exchange', ArrowLeftRight, '/exchange', '?from='],
  ['withdraw', ArrowUpFromLine, '/transactions?tab=withdraw', '&token='],
] as const;

/** The actions on the whole wallet, or on one token. */
export function WalletActions({ symbol }: { symbol?: string }) {
  const { t } = useTexts('wallet');
  const offered =
    symbol === undefined || isTokenSymbol(symbol) ? actions : actions.filter(([name]) => name !== 'exchange');
  return (
    <ul aria-label={t('wallet:actions.title')} className="grid grid-cols-4 gap-2 sm:max-[75rem]:flex">
      {offered.map(([name, Glyph, href, token]) => (
        <li key={name}>
          <Link
            href={symbol === undefined ? href : href + token + symbol}
            className="flex min-h-14 flex-col items-center justify-center gap-1 rounded-field bg-ink/6 font-medium text-xs transition-colors hover:bg-ink/10 sm:min-h-touch sm:flex-row sm:gap-2 sm:px-4 sm:text-base min-[75rem]:flex-col min-[75rem]:gap-1 min-[75rem]:px-1 min-[75rem]:py-1.5 min-[75rem]:text-sm"
          >
            <Glyph {...iconProps} />
            {t(`wallet:actions.${name}`)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
