import {
  type Notification,
  notificationsCall,
  readNotificationsCall,
} from '../../../contract/notifications.ts';
import type { Cache, KeyedReading, Loaded } from '../core/cache.ts';
import type { Http } from '../core/http.ts';

/** One page of what happened, and how much of all of it is unread. */
export interface NotificationPage {
  readonly data: readonly Notification[];
  readonly meta: {
    readonly page: number;
    readonly per_page: number;
    readonly total: number;
    readonly unread: number;
  };
}

/** Reads one page of what happened to the person; the key is the query behind the `?`. */
export function readNotifications(
  http: Http,
  cache: Pick<Cache, 'read'>,
  language: string,
  reading: KeyedReading,
): Promise<Loaded<NotificationPage>> {
  const { key } = reading.input;
  return cache.read(
    {
      key: `notifications?${key}#${language}`,
      retry: true,
      fetch: (signal) => http(notificationsCall, { search: key, language, signal }),
    },
    reading,
  );
}

/** Marks some by their ids, or all up to a moment, and answers how many are left unread. */
export async function markNotificationsRead(
  http: Http,
  read: { readonly ids: string[] } | { readonly until: string },
): Promise<number> {
  return (await http(readNotificationsCall, { body: read })).data.unread;
}
