import type { ServerResponse } from 'node:http';
import type { Email, Mailer } from '../email/mailer.ts';
import { escaped, sendPage } from './html.ts';

/** Where the demo's letters end: in the terminal, and on a page of this machine. */
export interface Mailbox extends Mailer {
  show(response: ServerResponse): void;
}

const mostKept = 50;

/** `print` tells one line of each letter. Letters are gone when the server stops. */
export function createMailbox(print: (line: string) => void): Mailbox {
  const kept: { readonly letter: Email; readonly at: Date }[] = [];
  return {
    async send(letter) {
      kept.unshift({ letter, at: new Date() });
      kept.length = Math.min(kept.length, mostKept);
      const link = linkIn(letter.text);
      print(`Email to ${letter.to}: ${letter.subject}${link === null ? '' : `\n  ${link}`}`);
    },
    show(response) {
      const letters = kept.map(({ letter, at }) => article(letter, at)).join('');
      sendPage(response, 200, { title: 'Demo mailbox', body: letters || '<p>No emails yet.</p>' });
    },
  };
}

function article({ to, subject, text }: Email, at: Date): string {
  const link = linkIn(text);
  const body = escaped(text);
  const linked =
    link === null ? body : body.replace(escaped(link), `<a href="${escaped(link)}">${escaped(link)}</a>`);
  return `<article><h2>${escaped(subject)}</h2><p>${escaped(to)}, ${at.toISOString()}</p><pre>${linked}</pre></article>`;
}

function linkIn(text: string): string | null {
  return /https?:\/\/\S+/.exec(text)?.[0] ?? null;
}
