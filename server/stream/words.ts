/** What servers on one database tell each other: that prices changed, or that somebody has something new to read. */
export const ratesWord = 'rates';

const noticesPrefix = 'notices ';
/** In place of a person's id: something for all of them. */
export const everybody = '*';

export function noticesWord(userId: string): string {
  return `${noticesPrefix}${userId}`;
}

/** Whom a word is about: a person's id, `everybody`, or null when it is about something else. */
export function personIn(word: string): string | null {
  return word.startsWith(noticesPrefix) ? word.slice(noticesPrefix.length) : null;
}
