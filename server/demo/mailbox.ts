import type { ServerResponse } from 'node:http';
import { html } from 'hono/html';
import type { Email, Mailer } from '../email/mailer.ts';
import { sendPage } from './html.ts';

/** Receives the demo's emails and shows them in the terminal, and on a page that only this machine can open. */
export interface Mailbox extends Mailer {
  show(response: ServerResponse): Promise<void>;
}

const mostKept = 50;

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** `print` gets the lines of each email. Emails are lost when the server stops. */
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
      const emails = kept.map(({ email, at }) => article(email, at));
      const body = html`${emails.length > 0 ? emails : html`<p>No emails yet.</p>`}`;
      return sendPage(response, 200, { title: 'Demo mailbox', body });
    },
  };
}

function article({ to, subject, text }: Email, at: Date) {
  const link = linkIn(text);
  const [before, ...after] = link === null ? [text] : text.split(link);
  const linked = link === null ? '' : html`<a href="${link}">${link}</a>`;
  return html`<article><h2>${subject}</h2><p>${to}, <time datetime="${at.toISOString()}">${moment.format(at)}</time></p><pre>${before}${linked}${after.join(link ?? '')}</pre></article>`;
}

function linkIn(text: string): string | null {
  return /https?:\/\/\S+/.exec(text)?.[0] ?? null;
}
