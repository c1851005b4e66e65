/** What servers on one database tell each other: new prices, something new to read, sessions that ended, a transaction with another status or with more confirmations. */
export const ratesTopic = 'rates';

const noticesPrefix = 'notices ';
/** In place of a person's id: something for all of them. */
export const everybody = '*';

export function notificationsTopic(userId: string): string {
  return `${noticesPrefix}${userId}`;
}

/** Whose notifications a payload is about: a user's id, `everybody`, or null when it is about something else. */
export function personIn(payload: string): string | null {
  return payload.startsWith(noticesPrefix) ? payload.slice(noticesPrefix.length) : null;
}

const sessionsPrefix = 'sessions ';

export function sessionsTopic(userId: string): string {
  return `${sessionsPrefix}${userId}`;
}

/** Of whose sessions one or more have ended, or null when the payload is about something else. */
export function signedOutIn(payload: string): string | null {
  return payload.startsWith(sessionsPrefix) ? payload.slice(sessionsPrefix.length) : null;
}

const movedPrefix = 'transaction ';

/** A transaction has gone from one status to the next. */
export function transactionTopic(userId: string, id: string): string {
  return `${movedPrefix}${userId} ${id}`;
}

const countedPrefix = 'confirmations ';

/** How many confirmations somebody's transaction has, and how many it needs. */
export interface Counted {
  readonly userId: string;
  readonly id: string;
  readonly seen: number;
  readonly needed: number;
}

export function confirmationsTopic({ userId, id, seen, needed }: Counted): string {
  return `${countedPrefix}${userId} ${id} ${seen} ${needed}`;
}

/** What a payload counts, or null when it is about something else. */
export function countedIn(payload: string): Counted | null {
  if (!payload.startsWith(countedPrefix)) return null;
  const [userId, id, seen, needed] = payload.slice(countedPrefix.length).split(' ');
  if (userId === undefined || id === undefined) return null;
  return { userId, id, seen: Number(seen), needed: Number(needed) };
}

/** Whose transaction a payload is about, and which; null when it is about something else. */
export function transactionIn(payload: string): { readonly userId: string; readonly id: string } | null {
  const [userId, id] = payload.startsWith(movedPrefix) ? payload.slice(movedPrefix.length).split(' ') : [];
  return userId === undefined || id === undefined ? null : { userId, id };
}
