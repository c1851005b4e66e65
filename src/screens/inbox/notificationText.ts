import type { ParseKeys } from 'i18next';
import type { Notification } from '../../../contract/notifications.ts';
import { securityOccasions } from '../../../contract/occasions.ts';

type Key = ParseKeys<'common'>;

/** The texts of each kind, by outcome; `any` for no outcome or an unknown one. */
const sentences: Readonly<Record<Notification['kind'], { any: Key } & Readonly<Record<string, Key>>>> = {
  deposit: { any: 'inbox.kinds.deposit' },
  receive: { any: 'inbox.kinds.receive' },
  send: {
    any: 'inbox.kinds.send',
    completed: 'inbox.kinds.sendCompleted',
    failed: 'inbox.kinds.sendFailed',
    paused: 'inbox.kinds.sendPaused',
    resumed: 'inbox.kinds.sendResumed',
  },
  withdraw: {
    any: 'inbox.kinds.withdraw',
    completed: 'inbox.kinds.withdrawCompleted',
    failed: 'inbox.kinds.withdrawFailed',
    paused: 'inbox.kinds.withdrawPaused',
    resumed: 'inbox.kinds.withdrawResumed',
  },
  kyc: {
    any: 'inbox.kinds.kyc',
    approved: 'inbox.kinds.kycApproved',
    rejected: 'inbox.kinds.kycRejected',
  },
  ticket: { any: 'inbox.kinds.ticket' },
  news: { any: 'inbox.kinds.news' },
  security: {
    any: 'inbox.security.any',
    ...Object.fromEntries(
      securityOccasions.map((occasion) => [occasion, `inbox.security.${occasion}`] as const),
    ),
  },
  unknown: { any: 'inbox.kinds.unknown' },
};

export function sentenceOf({ kind, outcome }: Pick<Notification, 'kind' | 'outcome'>): Key {
  const mine = sentences[kind];
  return (outcome !== null && Object.hasOwn(mine, outcome) && mine[outcome]) || mine.any;
}

/** The address of a notification's subject; null when this version has none. */
export function hrefOf({
  kind,
  outcome,
  subject_id,
}: Pick<Notification, 'kind' | 'outcome' | 'subject_id'>): string | null {
  if (kind === 'kyc') return '/kyc';
  if (subject_id === null || kind === 'unknown') return null;
  const id = encodeURIComponent(subject_id);
  if (kind === 'ticket' || (kind === 'security' && outcome === 'reported')) return `/support?ticket=${id}`;
  if (kind === 'news') return `/news/${id}`;
  return `/transactions/history?id=${id}`;
}
