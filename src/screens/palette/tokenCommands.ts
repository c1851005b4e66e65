import type { TFunction } from 'i18next';
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, Copy, History, Plus, Send } from 'lucide-react';
import type { DepositAddress } from '../../../contract/addresses.ts';
import type { ListedToken } from '../../../contract/catalogue.ts';
import { isTokenSymbol, tokenSymbols } from '../../../contract/tokens.ts';
import type { Icon } from '../../components/base/icon.ts';
import { transactionsAddress } from '../../machines/money/transactionsQuery.ts';
import { tokensAddress } from '../../machines/wallet/tokensQuery.ts';
import { shortAddress } from '../history/moves.ts';
import type { Command } from './findCommands.ts';

type Words = TFunction<['palette']>;

/** The actions on each token; a token that the wallet does not show can be added. */
export function tokenCommands(tokens: readonly ListedToken[], t: Words): Command[] {
  return tokens.flatMap((token) =>
    methodsOf(token, t).map(({ label, href, icon }) => ({
      id: href,
      label,
      href,
      icon,
      hint: token.name,
      keywords: token.symbol,
    })),
  );
}

function methodsOf(
  { symbol: token, added }: ListedToken,
  t: Words,
): { label: string; href: string; icon: Icon }[] {
  if (!added) return [{ label: t('palette:addToken', { token }), href: tokensAddress(token), icon: Plus }];
  const symbol = encodeURIComponent(token);
  const history = {
    label: t('palette:tokenHistory', { token }),
    href: `/transactions/history?token=${symbol}`,
    icon: History,
  };
  if (!isTokenSymbol(token)) return [history];
  return [
    history,
    { label: t('palette:sendToken', { token }), href: transactionsAddress('send', token), icon: Send },
    {
      label: t('palette:receiveToken', { token }),
      href: transactionsAddress('receive', token),
      icon: ArrowDownToLine,
    },
    {
      label: t('palette:withdrawToken', { token }),
      href: transactionsAddress('withdraw', token),
      icon: ArrowUpFromLine,
    },
    {
      label: t('palette:exchangeToken', { token }),
      href: `/exchange?from=${symbol}`,
      icon: ArrowLeftRight,
    },
  ];
}

/** The person's addresses: an existing one is copied, a new one is made on its page, never from here. */
export function addressCommands(
  made: readonly DepositAddress[],
  copy: (address: string) => void,
  t: Words,
): (Command & { run?: () => void })[] {
  return tokenSymbols.map((token) => {
    const address = made.find((each) => each.token === token)?.address;
    const keywords = 'my address copy receive deposit мой адрес скопировать получить пополнить';
    const id = `address ${token}`;
    return address === undefined
      ? {
          id,
          keywords,
          icon: ArrowDownToLine,
          label: t('palette:showAddress', { token }),
          href: transactionsAddress('receive', token),
        }
      : {
          id,
          keywords,
          icon: Copy,
          label: t('palette:copyAddress', { token }),
          hint: shortAddress(address),
          run: () => copy(address),
        };
  });
}
