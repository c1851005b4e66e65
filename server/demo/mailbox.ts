import type { ServerResponse } from 'node:http';
import type { Email, Mailer } from '../email/mailer.ts';
import { escaped, sendPage } from './html.ts';

/** Where the demo's emails go: the terminal, and a page that only this machine can open. */
export interface Mailbox extends Mailer {
  show(response: ServerResponse): void;
}

const mostKept = 50;

/** `print` gets one line for each email. Emails are lost when the server stops. */
export function createMailbox(print: (line: string) => void): Mailbox {
  const kept: { readonly email: Email; readonly at: Date }[] = [];
  return {
    async send(email) {
      kept.unshift({ email, at: new Date() });
      kept.length = Math.min(kept.length, mostKept);
      const link = linkIn(email.text);
      print(`Email to ${email.to}: ${email.subject}${link === null ? '' : `\n  ${link}`}`);
    },
    show(response) {
      const emails = kept.map(({ email, at }) => article(email, at)).join('');
      sendPage(response, 200, { title: 'Demo mailbox', body: emails || '<p>No emails yet.</p>' });
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
