/**
 * The messages between servers on one database: new prices, notifications, ended sessions, and transactions with a new status or more
 * confirmations.
 */
export const ratesTopic = 'rates';

const noticesPrefix = 'notices ';
/** Used in place of a person's id for all people. */
export const everybody = '*';

export function notificationsTopic(userId: string): string {
  return `${noticesPrefix}${userId}`;
}

/** The person whose notifications a payload is about: a user's id or `everybody`; null for another topic. */
export function personIn(payload: string): string | null {
  return payload.startsWith(noticesPrefix) ? payload.slice(noticesPrefix.length) : null;
}

const sessionsPrefix = 'sessions ';

export function sessionsTopic(userId: string): string {
  return `${sessionsPrefix}${userId}`;
}

/** The person whose sessions have ended; null for another topic. */
export function signedOutIn(payload: string): string | null {
  return payload.startsWith(sessionsPrefix) ? payload.slice(sessionsPrefix.length) : null;
}

const movedPrefix = 'transaction ';

/** A transaction with a new status. */
export function transactionTopic(userId: string, id: string): string {
  return `${movedPrefix}${userId} ${id}`;
}

const countedPrefix = 'confirmations ';

/** The confirmations of a transaction, and how many it needs. */
export interface Counted {
  readonly userId: string;
  readonly id: string;
  readonly seen: number;
  readonly needed: number;
}

export function confirmationsTopic({ userId, id, seen, needed }: Counted): string {
  return `${countedPrefix}${userId} ${id} ${seen} ${needed}`;
}

/** The confirmations in a payload; null for another topic. */
export function countedIn(payload: string): Counted | null {
  if (!payload.startsWith(countedPrefix)) return null;
  const [userId, id, seen, needed] = payload.slice(countedPrefix.length).split(' ');
  if (userId === undefined || id === undefined) return null;
  return { userId, id, seen: Number(seen), needed: Number(needed) };
}

/** The transaction of a payload and its person; null for another topic. */
export function transactionIn(payload: string): { readonly userId: string; readonly id: string } | null {
  const [userId, id] = payload.startsWith(movedPrefix) ? payload.slice(movedPrefix.length).split(' ') : [];
  return userId === undefined || id === undefined ? null : { userId, id };
}
