import { useSelector } from '@xstate/react';
import { exactText } from '../../../contract/amountParts.ts';
import type { TreasuryStatement } from '../../../contract/treasury.ts';
import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import type { TreasuryAreaRef } from '../../machines/console/treasuryArea.ts';
import { Freshness } from '../core/Freshness.tsx';
import { ListPlaces } from '../core/ListPlaces.tsx';
import { ResourceView } from '../core/ResourceView.tsx';
import { useTexts } from '../core/useTexts.ts';

type Held = TreasuryStatement['tokens'][number];

/** In the order in which they are compared: the balances on the chain, what is on its way, then the owners. */
const places = ['deposit_addresses', 'hot_wallet', 'cold_address', 'gas_address'] as const;
const ways = ['arriving', 'leaving'] as const;
const books = ['owed', 'fees', 'exchanged', 'float'] as const;

/** The balances on the chain at a block, and their owners. */
export default function TreasuryScreen({ area }: { area: TreasuryAreaRef }) {
  const { t } = useTexts('console');
  const figures = useSelector(area, (snapshot) => snapshot.children.figures);
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-6">
      <PageTitle>{t('console:treasury.title')}</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="max-w-prose text-muted">{t('console:treasury.about')}</p>
        <div className="-mr-3 ml-auto sm:-mr-4">
          <Button variant="quiet" onPress={() => area.send({ type: 'refresh.requested' })}>
            {t('common:actions.refresh')}
          </Button>
        </div>
      </div>
      {figures && (
        <>
          <Freshness
            resource={figures}
            onRetry={() => {
              // The notice with the pressed button goes.
              document.getElementById('page-title')?.focus();
              figures.send({ type: 'refresh.requested' });
            }}
          />
          <ResourceView
            resource={figures}
            placeholder={<ListPlaces label={t('common:loading')} size="h-40" />}
            failed={t('console:treasury.failed')}
            missing={{ title: t('console:treasury.missing'), text: t('console:treasury.missingText') }}
          >
            {(statement) => <Statement statement={statement} />}
          </ResourceView>
        </>
      )}
    </section>
  );
}

function Statement({ statement }: { statement: TreasuryStatement }) {
  const { t, locale } = useTexts('console');
  const { chain, block, tokens, coins, payments } = statement;
  return (
    <div className="flex flex-col gap-6">
      <Facts>
        <Fact term={t('console:treasury.block')} isTall>
          <span className="tabular-nums">
            {chain} · {new Intl.NumberFormat(locale).format(block.number)}
          </span>
          <MonoGroups value={block.hash} />
        </Fact>
        {payments !== null && (
          <Fact term={t('console:treasury.withdrawals')}>
            {new Intl.NumberFormat(locale).format(payments)}
          </Fact>
        )}
        {coins.map(({ kind, address, amount }) => (
          <Fact key={address} term={t(`console:treasury.coins.${kind}`)} isTall>
            <span className="tabular-nums">{exactText(amount, locale)}</span>
            <MonoGroups value={address} />
          </Fact>
        ))}
      </Facts>
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {tokens.map((token) => (
          <Token key={token.symbol} token={token} />
        ))}
      </div>
    </div>
  );
}

function Token({ token }: { token: Held }) {
  const { t, locale } = useTexts('console');
  const isOff = token.difference !== null && /[1-9]/.test(token.difference);
  const row = (name: (typeof places)[number] | (typeof ways)[number] | (typeof books)[number]) => (
    <Fact key={name} term={t(`console:treasury.figures.${name}`)}>
      <span className="tabular-nums">{exactText(token[name], locale)}</span>
    </Fact>
  );
  return (
    <Card>
      <h2 className="pb-2 font-semibold text-lg">{token.symbol}</h2>
      <Facts>
        {token.is_read && places.map(row)}
        {ways.map(row)}
        {books.map(row)}
        <Fact term={t('console:treasury.difference')}>
          <span className={`tabular-nums ${isOff ? 'font-semibold text-loss' : ''}`}>
            {token.difference === null
              ? t(token.is_read ? 'console:treasury.unread' : 'console:treasury.unreadable')
              : exactText(token.difference, locale)}
          </span>
          {isOff && <span className="text-loss text-sm">{t('console:treasury.mismatch')}</span>}
        </Fact>
        {token.unexplained.map(({ amount, address, tx_hash }) => (
          <Fact key={`${tx_hash} ${address}`} term={t('console:treasury.unexplained')} isTall>
            <span className="text-loss tabular-nums">{exactText(amount, locale)}</span>
            <MonoGroups value={tx_hash} />
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}
