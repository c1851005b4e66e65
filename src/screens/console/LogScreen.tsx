import { useSelector } from '@xstate/react';
import type { OperatorAction } from '../../../contract/operatorLog.ts';
import { Button } from '../../components/base/Button.tsx';
import { DataTable } from '../../components/base/DataTable.tsx';
import { Disclosure } from '../../components/base/Disclosure.tsx';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { RowFace, RowLabel } from '../../components/base/Row.tsx';
import type { LogAreaRef } from '../../machines/console/logArea.ts';
import { instantDayText, instantText, timeText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { CallSubject } from './CallSubject.tsx';
import { ListParts } from './ListParts.tsx';
import { OperatorFailure } from './OperatorFailure.tsx';
import { useOperatorText } from './useOperatorText.ts';

/** The actions of operators, newest first, and whether the log is unaltered. */
export default function LogScreen({ area }: { area: LogAreaRef }) {
  const { t } = useTexts('console');
  const state = useSelector(area, (snapshot) => snapshot);
  const { list } = state.children;
  const { verified, failure } = state.context;
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-6">
      <PageTitle>{t('console:log.title')}</PageTitle>
      <div>
        <Button
          variant="secondary"
          isPending={state.hasTag('busy')}
          onPress={() => area.send({ type: 'verification.requested' })}
        >
          {t('console:log.verify')}
        </Button>
      </div>
      {failure && <OperatorFailure failure={failure} title={t('console:log.unverified')} />}
      {verified && (
        <div
          role={verified.fault === null ? 'status' : 'alert'}
          className={`rounded-card border p-4 ${verified.fault === null ? 'border-gain' : 'border-loss'}`}
        >
          <p className="font-semibold">
            {t(verified.fault === null ? 'console:log.intact' : 'console:log.broken')}
          </p>
          {verified.fault !== null && <p>{verified.fault}</p>}
          <p className="text-muted text-sm">{t('console:log.lines', { count: verified.lines })}</p>
          <MonoGroups value={verified.head} />
        </div>
      )}
      {list && (
        <ListParts list={list} failed={t('console:log.failed')}>
          {(lines) => <Lines lines={lines} />}
        </ListParts>
      )}
    </section>
  );
}

function Lines({ lines }: { lines: readonly OperatorAction[] }) {
  const { t, locale } = useTexts('console');
  const operatorText = useOperatorText();
  return (
    <DataTable<OperatorAction, 'what' | 'who' | 'about' | 'status'>
      caption={t('console:log.title')}
      rows={lines}
      rowKey={(line) => `${line.request_id} ${line.verb} ${line.status}`}
      line={(line) => <PhoneLine line={line} />}
      groupOf={({ at }) => instantDayText(at, locale)}
      columns={[
        {
          id: 'what',
          label: t('console:log.call'),
          isRowHeader: true,
          cell: ({ verb, at }) => (
            // Keeps its width beside long details.
            <span className="flex flex-col sm:min-w-52">
              <span className="font-mono text-sm [overflow-wrap:anywhere]">{verb}</span>
              <time dateTime={at} className="text-muted text-sm">
                {instantText(at, locale)}
              </time>
            </span>
          ),
        },
        {
          id: 'who',
          label: t('console:log.operator'),
          cell: ({ operator, address }) => (
            <span className="flex flex-col sm:min-w-28">
              <span>{operatorText(operator)}</span>
              <span className="text-muted text-sm [overflow-wrap:anywhere]">{address}</span>
            </span>
          ),
        },
        {
          id: 'about',
          label: t('console:log.subject'),
          cell: ({ subject }) => <CallSubject subject={subject} />,
        },
        {
          id: 'status',
          label: t('console:log.status'),
          isNumeric: true,
          cell: ({ status }) => status ?? t('console:log.unknown'),
        },
      ]}
    />
  );
}

/** One call on a phone; its details open below it. */
function PhoneLine({ line: { verb, at, operator, address, subject, status } }: { line: OperatorAction }) {
  const { t, locale } = useTexts('console');
  const operatorText = useOperatorText();
  return (
    <Disclosure
      title={
        <RowFace
          title={<span className="font-mono font-normal text-sm">{verb}</span>}
          under={`${timeText(at, locale)} · ${operatorText(operator)}`}
          aside={
            <>
              <RowLabel>{t('console:log.status')}</RowLabel>
              {status ?? t('console:log.unknown')}
            </>
          }
        />
      }
    >
      <div className="flex flex-col gap-2">
        <p className="text-muted text-sm [overflow-wrap:anywhere]">{address}</p>
        <CallSubject subject={subject} />
      </div>
    </Disclosure>
  );
}
