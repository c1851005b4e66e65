import { useSelector } from '@xstate/react';
import type { Proposal } from '../../../contract/proposals.ts';
import { Dialog } from '../../components/base/Dialog.tsx';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { OneLine } from '../../components/base/OneLine.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import type { ConsoleOperator } from '../../machines/console/consoleAreas.ts';
import type { ProposalDecisionRef, ProposalsAreaRef } from '../../machines/console/proposalsArea.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { CallSubject } from './CallSubject.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { ReviewList } from './ReviewList.tsx';
import { RunningDecisions } from './RunningDecisions.tsx';
import { useOperatorText } from './useOperatorText.ts';

/** The proposals of other operators, and one's own that wait for another operator. */
export default function ProposalsScreen({ area }: { area: ProposalsAreaRef }) {
  const { t, locale } = useTexts('console');
  const operatorText = useOperatorText();
  const list = useSelector(area, (snapshot) => snapshot.children.list);
  const { opened, decisions, operator } = useSelector(area, (snapshot) => snapshot.context);
  const decision = opened === null ? undefined : decisions[opened];
  const nameOf = ({ number, verb }: Proposal) => `${number} · ${verb}`;
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-6">
      <PageTitle>{t('console:proposals.title')}</PageTitle>
      <p className="max-w-prose text-muted">{t('console:proposals.about')}</p>
      <RunningDecisions area={area} about={nameOf} />
      {list && (
        <ReviewList
          list={list}
          label={t('console:proposals.title')}
          empty={t('console:proposals.empty')}
          failed={t('console:proposals.failed')}
          itemKey={({ number }) => String(number)}
          onOpen={(item) => area.send({ type: 'item.opened', item })}
        >
          {(item) => (
            <>
              <span className="w-12 shrink-0 tabular-nums text-muted">{item.number}</span>
              <span className="flex min-w-0 flex-1 flex-col">
                <OneLine className="font-mono text-sm" text={item.verb} />
                <OneLine className="text-muted text-sm" text={item.subject} />
              </span>
              <span className="flex shrink-0 flex-col items-end text-sm">
                <span>
                  {item.proposed_by === operator.name
                    ? t('console:proposals.mine')
                    : operatorText(item.proposed_by)}
                </span>
                <time dateTime={item.expires_at} className="hidden text-muted sm:block">
                  {t('console:proposals.until', { time: instantText(item.expires_at, locale) })}
                </time>
              </span>
            </>
          )}
        </ReviewList>
      )}
      {decision && (
        <Dialog
          isOpen
          onOpenChange={() => area.send({ type: 'item.closed' })}
          title={nameOf(decision.getSnapshot().context.subject)}
          closeLabel={t('common:actions.close')}
        >
          <ProposalReview decision={decision} operator={operator} />
        </Dialog>
      )}
    </section>
  );
}

function ProposalReview({
  decision,
  operator,
}: {
  decision: ProposalDecisionRef;
  operator: ConsoleOperator;
}) {
  const { t, locale } = useTexts('console');
  const operatorText = useOperatorText();
  const { subject } = useSelector(decision, (snapshot) => snapshot.context);
  const isMine = subject.proposed_by === operator.name;
  return (
    <div className="flex flex-col gap-5">
      <Facts>
        <Fact term={t('console:proposals.call')}>
          <code className="font-mono text-sm">{subject.verb}</code>
        </Fact>
        <Fact term={t('console:proposals.subject')} isTall>
          <CallSubject subject={subject.subject} />
        </Fact>
        <Fact term={t('console:proposals.by')}>{operatorText(subject.proposed_by)}</Fact>
        <Fact term={t('console:proposals.at')}>{instantText(subject.proposed_at, locale)}</Fact>
        <Fact term={t('console:proposals.expires')}>{instantText(subject.expires_at, locale)}</Fact>
      </Facts>
      <DecisionPanel
        decision={decision}
        choices={[
          {
            name: 'approve',
            label: t('console:proposals.approve'),
            variant: 'primary',
            reason: isMine ? t('console:proposals.own') : undefined,
            choice: { verdict: 'approve' },
          },
          {
            name: 'reject',
            label: t(isMine ? 'console:proposals.takeBack' : 'console:proposals.reject'),
            variant: 'danger',
            choice: { verdict: 'reject' },
          },
        ]}
        confirmation={({ verdict }) =>
          verdict === 'approve'
            ? {
                title: t('console:proposals.approveTitle'),
                text: t('console:proposals.approveText'),
                label: t('console:proposals.approve'),
                variant: 'primary',
              }
            : {
                title: t(isMine ? 'console:proposals.takeBackTitle' : 'console:proposals.rejectTitle'),
                text: t('console:proposals.rejectText'),
                label: t(isMine ? 'console:proposals.takeBack' : 'console:proposals.reject'),
                variant: 'danger',
              }
        }
        done={({ verdict }) =>
          t(verdict === 'approve' ? 'console:proposals.approved' : 'console:proposals.rejected')
        }
      />
    </div>
  );
}
