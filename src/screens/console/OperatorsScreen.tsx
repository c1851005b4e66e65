import { useSelector } from '@xstate/react';
import type { OperatorPerson } from '../../../contract/operatorPeople.ts';
import { Button } from '../../components/base/Button.tsx';
import { Dialog } from '../../components/base/Dialog.tsx';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { OneLine } from '../../components/base/OneLine.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import { type ConsoleOperator, mayCall } from '../../machines/console/consoleAreas.ts';
import type { OperatorsAreaRef, PersonChange } from '../../machines/console/operatorsArea.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { PersonAnswerView, PersonForm } from './PersonForm.tsx';
import { ReviewList } from './ReviewList.tsx';
import { useRoleText } from './useRoleText.ts';

/** The list of operators, and for administrators the changes to it. */
export default function OperatorsScreen({ area }: { area: OperatorsAreaRef }) {
  const { t, locale } = useTexts('console');
  const roleText = useRoleText();
  const list = useSelector(area, ({ children }) => children.list);
  const { operator } = useSelector(area, ({ context }) => context);
  const mayChange = mayCall(operator.role, 'POST /people');
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-6">
      <PageTitle>{t('console:operators.title')}</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="max-w-prose text-muted">{t('console:operators.about')}</p>
        {mayChange && (
          <Button variant="secondary" onPress={() => area.send({ type: 'invitation.requested' })}>
            {t('console:operators.invite')}
          </Button>
        )}
      </div>
      {list && (
        <ReviewList
          list={list}
          label={t('console:operators.title')}
          empty={t('console:operators.empty')}
          failed={t('console:operators.failed')}
          itemKey={({ name }) => name}
          onOpen={(item) => area.send({ type: 'item.opened', item })}
        >
          {({ name, role, status, last_seen_at }) => (
            <>
              <span className="flex min-w-0 flex-1 flex-col">
                <OneLine text={name} />
                <OneLine className="text-muted text-sm" text={roleText(role)} />
              </span>
              <span className="flex shrink-0 flex-col items-end gap-1">
                <StatusBadge tone={tones[status]}>{t(`console:operators.statuses.${status}`)}</StatusBadge>
                {last_seen_at && (
                  <time dateTime={last_seen_at} className="hidden text-muted text-sm sm:block">
                    {instantText(last_seen_at, locale)}
                  </time>
                )}
              </span>
            </>
          )}
        </ReviewList>
      )}
      <OperatorDialog area={area} />
    </section>
  );
}

const tones = { invited: 'wait', active: 'plain', disabled: 'halt' } as const;

function OperatorDialog({ area }: { area: OperatorsAreaRef }) {
  const { t } = useTexts('console');
  const state = useSelector(area, (snapshot) => snapshot);
  const { opened, change, answer, operator, isBusy } = state.context;
  const { person } = state.children;
  if (state.matches('listing')) return null;
  return (
    <Dialog
      isOpen
      isDismissable={false}
      isHeld={isBusy}
      onOpenChange={() => area.send({ type: 'dialog.closed' })}
      title={opened?.name ?? t('console:operators.invite')}
      closeLabel={t('common:actions.close')}
    >
      {state.matches('reviewing') && opened && (
        <Person
          person={opened}
          operator={operator}
          onChange={(chosen) => area.send({ type: 'change.requested', change: chosen })}
        />
      )}
      {person && <PersonForm form={person} change={change} name={opened?.name ?? ''} />}
      {answer && (
        <PersonAnswerView
          answer={answer}
          change={change}
          onClose={() => area.send({ type: 'dialog.closed' })}
        />
      )}
    </Dialog>
  );
}

interface PersonProps {
  person: OperatorPerson;
  operator: ConsoleOperator;
  onChange: (change: PersonChange) => void;
}

function Person({ person, operator, onChange }: PersonProps) {
  const { t, locale } = useTexts('console');
  const roleText = useRoleText();
  const { name, role, status, created_at, invited_until, last_seen_at } = person;
  const isMe = name === operator.name;
  const own = isMe ? t('console:operators.own') : undefined;
  return (
    <div className="flex flex-col gap-5">
      <Facts>
        <Fact term={t('console:operators.role')}>{roleText(role)}</Fact>
        <Fact term={t('console:operators.status')}>{t(`console:operators.statuses.${status}`)}</Fact>
        <Fact term={t('console:operators.created')}>{instantText(created_at, locale)}</Fact>
        {invited_until && (
          <Fact term={t('console:operators.invitedUntil')}>{instantText(invited_until, locale)}</Fact>
        )}
        <Fact term={t('console:operators.seen')}>
          {last_seen_at === null ? t('console:operators.never') : instantText(last_seen_at, locale)}
        </Fact>
      </Facts>
      {mayCall(operator.role, 'POST /people') && (
        <div className="flex flex-wrap gap-2">
          {status === 'invited' && (
            <Button onPress={() => onChange('link')}>{t('console:operators.changes.link')}</Button>
          )}
          <Button variant="secondary" reason={own} onPress={() => onChange('role')}>
            {t('console:operators.changes.role')}
          </Button>
          {status !== 'invited' && (
            <Button variant="secondary" reason={own} onPress={() => onChange('reset')}>
              {t('console:operators.changes.reset')}
            </Button>
          )}
          {status !== 'disabled' && (
            <Button variant="danger" reason={own} onPress={() => onChange('disable')}>
              {t(status === 'invited' ? 'console:operators.revoke' : 'console:operators.changes.disable')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
