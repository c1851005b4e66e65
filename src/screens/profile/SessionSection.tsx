import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { OpenSession } from '../../../contract/security.ts';
import { Button } from '../../components/base/Button.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import type { ProfileAreaRef } from '../../machines/profile/profileArea.ts';
import { momentText } from '../core/dates.ts';
import { Freshness } from '../core/Freshness.tsx';
import { lazyPart } from '../core/lazyPart.tsx';
import { ReadFailure } from '../core/ReadFailure.tsx';
import { useTexts } from '../core/useTexts.ts';
import { heldFactor } from './ProofField.tsx';
import { SectionCard } from './SectionCard.tsx';

const EndSessionDialog = lazyPart(() => import('./EndSessionDialog.tsx'));

type AreaChildren = ReturnType<ProfileAreaRef['getSnapshot']>['children'];

interface Props {
  area: ProfileAreaRef;
  sessions: NonNullable<AreaChildren['sessions']>;
  ending: NonNullable<AreaChildren['endSession']>;
}

/** The person's open sessions, and how to end the others. */
export function SessionSection({ area, sessions, ending }: Props) {
  const { t } = useTexts('profile');
  const state = useSelector(sessions, (snapshot) => snapshot);
  const { loginMethods, factors } = useSelector(area, ({ children }) => children);
  const methods = useSelector(loginMethods, (snapshot) => snapshot?.context.data ?? null);
  const factor = useSelector(factors, (snapshot) => heldFactor(snapshot?.context.data ?? null));
  const asked = useSelector(ending, (snapshot) => snapshot.context.session);
  const form = useSelector(ending, (snapshot) => snapshot.children.endSessionForm);
  const hasPassword = methods?.password === true && factor === 'none';
  const reason = methods === null ? t('profile:data.wait') : undefined;
  const end = (session: OpenSession | null) =>
    ending.send({ type: 'ending.requested', session, hasPassword });
  const { data, failure, now } = state.context;
  const hasOthers = data?.some(({ current }) => !current) ?? false;
  return (
    <SectionCard name="sessions" title={t('profile:sessions.title')}>
      {!data && !failure && (
        <>
          <p role="status" className="sr-only">
            {t('profile:sessions.loading')}
          </p>
          <Skeleton className="h-24 w-full" />
        </>
      )}
      <Freshness resource={sessions} />
      {failure && !data && (
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
              reason={reason}
              onEnd={() => end(session)}
            />
          ))}
        </ul>
      )}
      {data && !hasOthers && <p className="text-muted text-sm">{t('profile:sessions.alone')}</p>}
      {hasOthers && (
        <div>
          <Button variant="danger" reason={reason} onPress={() => end(null)}>
            {t('profile:sessions.endOthers')}
          </Button>
        </div>
      )}
      <Suspense>
        {form && (
          <EndSessionDialog
            form={form}
            session={asked}
            factor={factor}
            onClose={() => ending.send({ type: 'ending.declined' })}
          />
        )}
      </Suspense>
    </SectionCard>
  );
}

interface LineProps {
  session: OpenSession;
  now: number;
  /** Why it cannot be ended now, in words. */
  reason: string | undefined;
  onEnd: () => void;
}

function SessionLine({ session, now, reason, onEnd }: LineProps) {
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
        <Button
          variant="quiet"
          aria-label={t('profile:sessions.endNamed', { device })}
          reason={reason}
          onPress={onEnd}
        >
          {t('profile:sessions.end')}
        </Button>
      )}
    </li>
  );
}
