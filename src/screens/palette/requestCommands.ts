import type { TFunction } from 'i18next';
import { ArrowLeftRight, ArrowUpFromLine, Send } from 'lucide-react';
import { exactText } from '../../../contract/amountParts.ts';
import { type TokenSymbol, tokenSymbols } from '../../../contract/tokens.ts';
import { transactionsAddress } from '../../machines/money/transactionsQuery.ts';
import type { Command } from './findCommands.ts';
import { amountOf, readRequest } from './readRequest.ts';

type Words = TFunction<['palette']>;

/** Links to forms that are filled in from a request in words: they are reviewed there, and nothing is sent from here. */
export function requestCommands(query: string, t: Words, locale: string): Command[] {
  const request = readRequest(query);
  if (!request) return [];
  const { act, amount: typed, tokens } = request;
  const [named, to] = tokens;
  const acts = act === null ? (['send', 'exchange'] as const) : [act];
  return (named ? [named] : tokenSymbols).flatMap((token) => {
    const amount = typed === null ? null : amountOf(typed, token, locale);
    const isUnclear = typed !== null && amount === null;
    const hint = isUnclear ? t('palette:amountUnclear') : t('palette:formOnly');
    const shown = amount === null ? null : exactText(amount, locale);
    return acts.map((each) => ({ ...commandOf(each, { token, to, amount, shown }, t), hint }));
  });
}

interface Filled {
  readonly token: TokenSymbol;
  readonly to: TokenSymbol | undefined;
  readonly amount: string | null;
  readonly shown: string | null;
}

function commandOf(act: 'send' | 'withdraw' | 'exchange', filled: Filled, t: Words): Command {
  const { token, to, amount, shown } = filled;
  if (act === 'exchange') {
    const search = { from: token, ...(to && { to }), ...(amount !== null && { amount }) };
    const href = `/exchange?${new URLSearchParams(search)}`;
    return { id: href, href, icon: ArrowLeftRight, label: exchangeLabel({ token, to, shown }, t) };
  }
  const href = transactionsAddress(act, token, amount);
  const icon = act === 'send' ? Send : ArrowUpFromLine;
  const amounts = { amount: shown ?? '', token };
  const label =
    shown === null
      ? t(act === 'send' ? 'palette:sendToken' : 'palette:withdrawToken', { token })
      : t(act === 'send' ? 'palette:sendAmount' : 'palette:withdrawAmount', amounts);
  return { id: `filled ${href}`, href, icon, label };
}

function exchangeLabel({ token, to, shown: amount }: Omit<Filled, 'amount'>, t: Words): string {
  if (to && amount !== null) return t('palette:exchangeAmountTo', { amount, token, to });
  if (to) return t('palette:exchangeTo', { token, to });
  return amount === null
    ? t('palette:exchangeToken', { token })
    : t('palette:exchangeAmount', { amount, token });
}
