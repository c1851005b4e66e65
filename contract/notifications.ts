import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { type Page, pageSearch } from './paging.ts';
import { toldReason, transactionReasons } from './reasons.ts';
import { answer, decimal, instant, status } from './schemas.ts';
import { givenId, givenInstant } from './textRules.ts';

const notificationKinds = [
  'deposit',
  'receive',
  'send',
  'withdraw',
  'kyc',
  'ticket',
  'news',
  'security',
] as const;

/**
 * An event that a person is notified of. `subject_id` is the transaction, ticket or article; `outcome` is `completed`, `failed`, `approved` or
 * `rejected`, `paused` while it is held, or `resumed` when it continues; `title` is the subject of the ticket or the title of the article;
 * `reason` says why a transaction failed or is held. For `security`, `outcome` is one of `securityOccasions`, and `detail` is the device and
 * network of the event or the destination address. `reportable` says whether it can be reported by "This was not me".
 */
export const notice = z.object({
  id: z.string(),
  kind: status(notificationKinds),
  subject_id: z.nullable(z.string()),
  outcome: z.nullable(z.string()),
  reason: z.optional(toldReason(transactionReasons)),
  token: z.nullable(z.string()),
  amount: z.nullable(decimal),
  title: z.nullable(z.string()),
  detail: z.optional(z.nullable(z.string())),
  reportable: z.optional(z.boolean()),
  read: z.boolean(),
  created_at: instant,
});

export const notificationsCall = {
  method: 'GET',
  path: '/notifications',
  summary: 'List my notifications, newest first; `meta` has the number of unread ones',
  access: 'session',
  status: 200,
  paged: true,
  search: z.object(pageSearch),
  answer: z.object({
    data: z.array(notice),
    meta: z.object({ page: z.int(), per_page: z.int(), total: z.int(), unread: z.int() }),
  }),
  problems: [],
} as const satisfies Call;

export const readNotificationsCall = {
  method: 'POST',
  path: '/notifications/read',
  summary: 'Mark some notifications, or all up to the newest one seen, as read; returns how many are unread',
  access: 'session',
  status: 200,
  body: () =>
    z
      .strictObject({
        ids: z.optional(z.array(givenId, 'format').check(z.maxLength(100, 'too_long'))),
        until: z.optional(givenInstant),
      })
      .check(z.refine(({ ids, until }) => ids || until, { error: 'required', path: ['ids'] })),
  answer: answer(z.object({ unread: z.int() })),
  problems: [],
} as const satisfies Call;

export type Notification = z.infer<typeof notice>;
export type NotificationKind = (typeof notificationKinds)[number];

/** A page of notifications, and the number of all unread ones. */
export interface Inbox extends Page<Notification> {
  readonly meta: Page<Notification>['meta'] & { readonly unread: number };
}
