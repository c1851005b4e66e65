/** What servers on one database tell each other: that prices changed, that somebody has something new to read, or that sessions ended. */
export const ratesWord = 'rates';

const noticesPrefix = 'notices ';
/** In place of a person's id: something for all of them. */
export const everybody = '*';

export function noticesWord(userId: string): string {
  return `${noticesPrefix}${userId}`;
}

/** Whose notices a word is about: a person's id, `everybody`, or null when it is about something else. */
export function personIn(word: string): string | null {
  return word.startsWith(noticesPrefix) ? word.slice(noticesPrefix.length) : null;
}

const sessionsPrefix = 'sessions ';

export function sessionsWord(userId: string): string {
  return `${sessionsPrefix}${userId}`;
}

/** Of whose sessions one or more have ended, or null when the word is about something else. */
export function signedOutIn(word: string): string | null {
  return word.startsWith(sessionsPrefix) ? word.slice(sessionsPrefix.length) : null;
}
