import { type Inbox, notificationsCall, readNotificationsCall } from '../../../contract/notifications.ts';
import type { Loaded } from '../../../contract/reading.ts';
import type { Cache, ReadingByKey } from '../core/cache.ts';
import type { Http } from '../core/http.ts';

/** Reads one page of the person's notifications; the key is the query string without `?`. */
export function readNotifications(
  http: Http,
  cache: Pick<Cache, 'read'>,
  language: string,
  reading: ReadingByKey,
): Promise<Loaded<Inbox>> {
  const { key } = reading.input;
  return cache.read(
    {
      key: `notifications?${key}#${language}`,
      fetch: (signal) => http(notificationsCall, { search: key, language, signal }),
    },
    reading,
  );
}

/** Marks some by their ids, or all up to a moment, and answers the number of unread ones left. */
export async function markNotificationsRead(
  http: Http,
  read: { readonly ids: string[] } | { readonly until: string },
): Promise<number> {
  return (await http(readNotificationsCall, { body: read })).data.unread;
}
