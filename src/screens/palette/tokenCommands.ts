import type { TFunction } from 'i18next';
import type { ListedToken } from '../../../contract/catalogue.ts';
import { isTokenSymbol } from '../../../contract/tokens.ts';
import { tokensAddress } from '../../machines/tokensQuery.ts';
import type { Command } from './findCommands.ts';

/** What can be done with each token: what the wallet shows has a history, what it does not can be added. */
export function tokenCommands(tokens: readonly ListedToken[], t: TFunction<['common']>): Command[] {
  return tokens.flatMap(({ symbol, name, added }) => {
    const token = encodeURIComponent(symbol);
    const about = { hint: name, keywords: `${symbol} ${name}` };
    if (!added) {
      return [
        {
          id: `add ${symbol}`,
          label: t('common:palette.addToken', { token: symbol }),
          href: tokensAddress(symbol),
          ...about,
        },
      ];
    }
    const history = {
      id: `history ${symbol}`,
      label: t('common:palette.tokenHistory', { token: symbol }),
      href: `/transactions/history?token=${token}`,
      ...about,
    };
    if (!isTokenSymbol(symbol)) return [history];
    const exchange = {
      id: `exchange ${symbol}`,
      label: t('common:palette.exchangeToken', { token: symbol }),
      href: `/exchange?from=${token}`,
      ...about,
    };
    return [history, exchange];
  });
}
