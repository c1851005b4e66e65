import { notificationsCall, readNotificationsCall } from '../../contract/notifications.ts';
import type { Db } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { listNotifications, markRead } from './store.ts';

export function notificationCalls(route: Route, { database }: { database: Db }) {
  route(notificationsCall, ({ search, session, language, at }) =>
    listNotifications(database.query, session.user.id, { ...search, language, at }),
  );

  route(readNotificationsCall, ({ body, session, at }) =>
    database.transaction(async (query) => {
      const until = body.until === undefined ? undefined : new Date(body.until);
      const unread = await markRead(query, { userId: session.user.id, ids: body.ids, until, at });
      return { unread };
    }),
  );
}
