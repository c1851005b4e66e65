import { useSelector } from '@xstate/react';
import type { OpenSession } from '../../../contract/security.ts';
import { Button } from '../../components/base/Button.tsx';
import { ConfirmDialog } from '../../components/base/ConfirmDialog.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import type { EndSessionRef } from '../../machines/profile/endSessionMachine.ts';
import type { SessionsRef } from '../../machines/profile/profileArea.ts';
import { momentText } from '../core/dates.ts';
import { failureText } from '../core/failureText.ts';
import { ReadFailure } from '../core/ReadFailure.tsx';
import { useTexts } from '../core/useTexts.ts';
import { SectionCard } from './SectionCard.tsx';

interface Props {
  sessions: SessionsRef;
  ending: EndSessionRef;
}

/** The person's open sessions, and how to end the others. */
export function SessionSection({ sessions, ending }: Props) {
  const { t } = useTexts('profile');
  const state = useSelector(sessions, (snapshot) => snapshot);
  const { data, failure, now } = state.context;
  const hasOthers = data?.some(({ current }) => !current) ?? false;
  return (
    <SectionCard title={t('profile:sessions.title')}>
      {!data && !failure && (
        <>
          <p role="status" className="sr-only">
            {t('profile:sessions.loading')}
          </p>
          <Skeleton className="h-24 w-full" />
        </>
      )}
      {failure && (
        <ReadFailure
          failure={failure}
          title={t('profile:sessions.failed')}
          isRetrying={state.hasTag('busy') && !state.hasTag('slow')}
          onRetry={() => sessions.send({ type: 'refresh.requested' })}
        />
      )}
      {data && (
        <ul className="flex flex-col">
          {data.map((session) => (
            <SessionLine
              key={session.id}
              session={session}
              now={now()}
              onEnd={() => ending.send({ type: 'ending.requested', session })}
            />
          ))}
        </ul>
      )}
      {data && !hasOthers && <p className="text-muted text-sm">{t('profile:sessions.alone')}</p>}
      {hasOthers && (
        <div>
          <Button variant="danger" onPress={() => ending.send({ type: 'ending.requested', session: null })}>
            {t('profile:sessions.endOthers')}
          </Button>
        </div>
      )}
      <Ending ending={ending} />
    </SectionCard>
  );
}

interface LineProps {
  session: OpenSession;
  now: number;
  onEnd: () => void;
}

function SessionLine({ session, now, onEnd }: LineProps) {
  const { t, locale } = useTexts('profile');
  const device = session.device ?? t('profile:sessions.unknownDevice');
  const time = (instant: string) => momentText(Date.parse(instant), now, locale);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t py-3 first:border-t-0 first:pt-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {session.current && <StatusBadge tone="gain">{t('profile:sessions.current')}</StatusBadge>}
        </p>
        <p className="text-muted text-sm">
          {t('profile:sessions.seen', { time: time(session.last_seen_at) })}
          {' · '}
          {t('profile:sessions.since', { time: time(session.created_at) })}
          {' · '}
          {t('profile:sessions.address', { ip: session.ip })}
        </p>
      </div>
      {!session.current && (
        <Button variant="quiet" aria-label={t('profile:sessions.endNamed', { device })} onPress={onEnd}>
          {t('profile:sessions.end')}
        </Button>
      )}
    </li>
  );
}

/** Asks before a session is ended, and says so when it could not be. */
function Ending({ ending }: { ending: EndSessionRef }) {
  const { t } = useTexts('profile');
  const state = useSelector(ending, (snapshot) => snapshot);
  const { session, failure } = state.context;
  const device = session?.device ?? t('profile:sessions.unknownDevice');
  return (
    <ConfirmDialog
      isOpen={!state.matches('ready')}
      isDanger
      isPending={state.hasTag('busy')}
      title={session ? t('profile:sessions.confirm', { device }) : t('profile:sessions.confirmAll')}
      confirmLabel={t(session ? 'profile:sessions.end' : 'profile:sessions.endOthers')}
      cancelLabel={t('common:actions.cancel')}
      onConfirm={() => ending.send({ type: 'ending.confirmed' })}
      onCancel={() => ending.send({ type: 'ending.declined' })}
    >
      <p>{t(session ? 'profile:sessions.confirmText' : 'profile:sessions.confirmAllText')}</p>
      {state.matches('failed') && failure && (
        <p role="alert" className="pt-3 text-loss">
          {t('profile:sessions.endFailed')} {t(failureText[failure.code].sentence)}
        </p>
      )}
    </ConfirmDialog>
  );
}
