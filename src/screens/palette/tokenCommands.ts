import type { TFunction } from 'i18next';
import type { ListedToken } from '../../../contract/catalogue.ts';
import { isTokenSymbol } from '../../../contract/tokens.ts';
import { transactionsAddress } from '../../machines/money/transactionsQuery.ts';
import { tokensAddress } from '../../machines/wallet/tokensQuery.ts';
import type { Command } from './findCommands.ts';

type Words = TFunction<['common']>;

/** What can be done with each token: what the wallet does not show can be added. */
export function tokenCommands(tokens: readonly ListedToken[], t: Words): Command[] {
  return tokens.flatMap((token) =>
    methodsOf(token, t).map(({ label, href }) => ({
      id: href,
      label,
      href,
      hint: token.name,
      keywords: token.symbol,
    })),
  );
}

function methodsOf({ symbol: token, added }: ListedToken, t: Words): { label: string; href: string }[] {
  if (!added) return [{ label: t('common:palette.addToken', { token }), href: tokensAddress(token) }];
  const symbol = encodeURIComponent(token);
  const history = {
    label: t('common:palette.tokenHistory', { token }),
    href: `/transactions/history?token=${symbol}`,
  };
  if (!isTokenSymbol(token)) return [history];
  return [
    history,
    { label: t('common:palette.sendToken', { token }), href: transactionsAddress('send', token) },
    { label: t('common:palette.receiveToken', { token }), href: transactionsAddress('receive', token) },
    { label: t('common:palette.withdrawToken', { token }), href: transactionsAddress('withdraw', token) },
    { label: t('common:palette.exchangeToken', { token }), href: `/exchange?from=${symbol}` },
  ];
}
