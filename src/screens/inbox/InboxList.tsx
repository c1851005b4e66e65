import { useSelector } from '@xstate/react';
import { useLocale } from 'react-aria-components/I18nProvider';
import type { Notification } from '../../../contract/notifications.ts';
import { Age } from '../../components/base/Age.tsx';
import { Button } from '../../components/base/Button.tsx';
import { classes } from '../../components/base/classes.ts';
import { Link } from '../../components/base/Link.tsx';
import { Row } from '../../components/base/Row.tsx';
import { RowList } from '../../components/base/RowList.tsx';
import { UnreadMark } from '../../components/base/UnreadMark.tsx';
import type { InboxMarksRef, InboxRef } from '../../machines/shell/inboxArea.ts';
import { failureNamespaces, failureText } from '../core/failureText.ts';
import { ListPlaces } from '../core/ListPlaces.tsx';
import { useTranslation } from '../core/useTranslation.ts';
import { NoticeReason } from './NoticeReason.tsx';
import { hrefOf } from './notificationText.ts';
import { useNotificationText } from './useNotificationText.ts';

interface Props {
  inbox: InboxRef;
  marks: InboxMarksRef;
  isHidden: boolean;
  /** Called when the person follows a notification's link. */
  onLeave: () => void;
}

/** The notifications, newest first, with links to their subjects. */
export function InboxList({ inbox, marks, isHidden, onLeave }: Props) {
  const { t } = useTranslation(failureNamespaces);
  const state = useSelector(inbox, (snapshot) => snapshot);
  const isMarking = useSelector(marks, (snapshot) => snapshot.hasTag('busy'));
  const markFailure = useSelector(marks, (snapshot) => snapshot.context.failure);
  const { data, failure, now } = state.context;
  const problem = failure ?? markFailure;
  if (!data && !failure) return <ListPlaces label={t('common:inbox.loading')} />;
  const newest = data?.data[0];
  return (
    <div className="flex flex-col gap-2">
      {problem && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-2 text-sm">
          <p className="min-w-0 flex-1">
            {t(failure ? 'common:inbox.failed' : 'common:inbox.markFailed')}{' '}
            {t(failureText[problem.code].sentence)}
          </p>
          {failure && failure.code !== 'UNSUPPORTED' && (
            <Button
              variant="quiet"
              isPending={state.hasTag('busy') && !state.hasTag('slow')}
              onPress={() => inbox.send({ type: 'refresh.requested' })}
            >
              {t('common:actions.tryAgain')}
            </Button>
          )}
        </div>
      )}
      {data && newest && (
        <div className="-ml-3 flex">
          <Button
            variant="quiet"
            isPending={isMarking}
            reason={data.meta.unread === 0 ? t('common:inbox.allRead') : undefined}
            onPress={() => marks.send({ type: 'mark.requested', target: { until: newest.created_at } })}
          >
            {t('common:inbox.markAll')}
          </Button>
        </div>
      )}
      {data && data.data.length === 0 && <p className="py-4 text-muted">{t('common:inbox.empty')}</p>}
      {data && data.data.length > 0 && (
        <RowList
          label={t('common:inbox.label')}
          items={data.data}
          keyOf={({ id }) => id}
          row={(notice) => (
            <NotificationItem
              notice={notice}
              now={now}
              isHidden={isHidden}
              onFollow={() => {
                if (!notice.read) marks.send({ type: 'mark.requested', target: { ids: [notice.id] } });
                onLeave();
              }}
            />
          )}
        />
      )}
      {data && data.meta.total > data.data.length && (
        <p className="pt-2 text-muted text-sm">{t('common:inbox.older')}</p>
      )}
    </div>
  );
}

interface ItemProps {
  notice: Notification;
  now: () => number;
  isHidden: boolean;
  onFollow: () => void;
}

function NotificationItem({ notice, now, isHidden, onFollow }: ItemProps) {
  const { t } = useTranslation(failureNamespaces);
  const { locale } = useLocale();
  const text = useNotificationText(isHidden)(notice);
  const href = hrefOf(notice);
  return (
    <>
      <Row
        isLong
        href={href}
        onPress={onFollow}
        mark={
          <span className="flex w-3 shrink-0">
            {!notice.read && <UnreadMark label={t('common:inbox.isUnread')} />}
          </span>
        }
        title={
          <span dir="auto" className={classes(!notice.read && 'font-medium')}>
            {text}
            {notice.reason && (
              <>
                {' '}
                <NoticeReason reason={notice.reason} token={notice.token ?? ''} />
              </>
            )}
          </span>
        }
        under={
          <time dateTime={notice.created_at}>
            <Age since={Date.parse(notice.created_at)} now={now} locale={locale} />
          </time>
        }
      />
      {notice.reportable === true && (
        <Link
          href={`/not-me?notification=${encodeURIComponent(notice.id)}`}
          onPress={onFollow}
          aria-label={t('common:inbox.notMeOf', { text })}
          className="ms-6 inline-flex min-h-touch items-center text-sm"
        >
          {t('common:inbox.notMe')}
        </Link>
      )}
    </>
  );
}
