import { useSelector } from '@xstate/react';
import type { OperatorAccount } from '../../../contract/operatorAccounts.ts';
import { Button } from '../../components/base/Button.tsx';
import { Dialog } from '../../components/base/Dialog.tsx';
import { OneLine } from '../../components/base/OneLine.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import { SearchForm } from '../../components/fields/SearchForm.tsx';
import type { ListRef } from '../../machines/console/createListMachine.ts';
import type { FreezesAreaRef } from '../../machines/console/freezesArea.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { FreezeReview } from './FreezeReview.tsx';
import { ReviewList } from './ReviewList.tsx';
import { RunningDecisions } from './RunningDecisions.tsx';
import { useOperatorText } from './useOperatorText.ts';

/** Frozen accounts, and any account found by search. */
export default function FreezesScreen({ area }: { area: FreezesAreaRef }) {
  const { t } = useTexts('console');
  const list = useSelector(area, (snapshot) => snapshot.children.list);
  const { opened, decisions, operator } = useSelector(area, (snapshot) => snapshot.context);
  const decision = opened === null ? undefined : decisions[opened];
  const nameOf = ({ email, id }: OperatorAccount) => email ?? id;
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-6">
      <PageTitle>{t('console:freezes.title')}</PageTitle>
      <p className="max-w-prose text-muted">{t('console:freezes.about')}</p>
      <RunningDecisions area={area} about={nameOf} />
      {list && (
        <>
          <AccountSearch list={list} />
          <Accounts list={list} onOpen={(item) => area.send({ type: 'item.opened', item })} />
        </>
      )}
      {decision && (
        <Dialog
          isOpen
          onOpenChange={() => area.send({ type: 'item.closed' })}
          title={nameOf(decision.getSnapshot().context.subject)}
          closeLabel={t('common:actions.close')}
        >
          <FreezeReview decision={decision} operator={operator} />
        </Dialog>
      )}
    </section>
  );
}

/** The server's minimum length for a search. */
const shortest = 3;

function AccountSearch({ list }: { list: ListRef<OperatorAccount> }) {
  const { t } = useTexts('console');
  const filter = useSelector(list, ({ context }) => context.filter);
  const look = (text: string) => list.send({ type: 'filter.changed', filter: text });
  return (
    <div className="max-w-md">
      <SearchForm
        label={t('console:freezes.search')}
        submitLabel={t('console:freezes.find')}
        least={shortest}
        shortError={t('console:freezes.short')}
        value={filter}
        onSearch={look}
      >
        {filter !== '' && (
          <div className="-ml-4">
            <Button variant="quiet" onPress={() => look('')}>
              {t('console:freezes.showFrozen')}
            </Button>
          </div>
        )}
      </SearchForm>
    </div>
  );
}

interface AccountsProps {
  list: ListRef<OperatorAccount>;
  onOpen: (item: OperatorAccount) => void;
}

function Accounts({ list, onOpen }: AccountsProps) {
  const { t, locale } = useTexts('console');
  const operatorText = useOperatorText();
  const isSearch = useSelector(list, ({ context }) => context.filter !== '');
  return (
    <ReviewList
      list={list}
      label={t('console:freezes.title')}
      empty={t(isSearch ? 'console:freezes.found' : 'console:freezes.empty')}
      failed={t('console:freezes.failed')}
      itemKey={({ id }) => id}
      onOpen={onOpen}
    >
      {({ id, email, first_name, last_name, freeze, closed_at, proposal }) => (
        <>
          <span className="flex min-w-0 flex-1 flex-col">
            <OneLine text={email ?? t('console:freezes.nobody')} />
            <OneLine
              className="text-muted text-sm"
              text={[first_name, last_name].filter(Boolean).join(' ') || id}
            />
          </span>
          {proposal && (
            <span className="hidden sm:block">
              <StatusBadge tone="wait">
                {t('console:freezes.proposed', { name: operatorText(proposal.proposed_by) })}
              </StatusBadge>
            </span>
          )}
          <span className="flex shrink-0 flex-col items-end gap-1">
            <StatusBadge tone={freeze ? 'halt' : 'plain'}>
              {t(
                closed_at !== null
                  ? 'console:freezes.closed'
                  : freeze
                    ? 'console:freezes.frozen'
                    : 'console:freezes.active',
              )}
            </StatusBadge>
            {freeze && (
              <time dateTime={freeze.since} className="hidden text-muted text-sm sm:block">
                {instantText(freeze.since, locale)}
              </time>
            )}
          </span>
        </>
      )}
    </ReviewList>
  );
}
