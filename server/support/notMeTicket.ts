import type { Language } from '../../contract/news.ts';
import type { ReportableOccasion, SecurityOccasion } from '../../contract/occasions.ts';
import { reportableFor } from '../../contract/occasions.ts';
import type { Query } from '../database/db.ts';
import { nameOfOccasion } from '../email/templates.ts';
import { addMessage, lockTicket, openTicket, stepTicket } from './tickets.ts';

export interface Reporting {
  readonly userId: string;
  readonly occasion: ReportableOccasion;
  readonly occurredAt: Date;
  readonly language: Language;
  readonly at: Date;
}

interface Reported extends Reporting {
  readonly cancelled: number;
  readonly held: number;
}

const words = {
  en: {
    subject: 'This was not me',
    what: (name: string, at: string) => `I didn’t do this: “${name}”, ${at}.`,
    done: (cancelled: number, held: number) =>
      `The account was frozen and all sessions were ended. Withdrawals cancelled: ${cancelled}. Approved and held: ${held}.`,
    again: 'All sessions were ended. Confirmations and approvals from before no longer count.',
    recent: 'In the last 7 days:',
  },
  ru: {
    subject: 'Это были не мои действия',
    what: (name: string, at: string) => `Этого я не делал(а): «${name}», ${at}.`,
    done: (cancelled: number, held: number) =>
      `Аккаунт заморожен, все сеансы завершены. Отменено заявок на вывод: ${cancelled}. Одобрено и удержано: ${held}.`,
    again: 'Все сеансы завершены. Прежние подтверждения и одобрения больше не действуют.',
    recent: 'За последние 7 дней:',
  },
} as const;

/** The most lines of earlier events. */
const mostLines = 30;

/** Opens a ticket for "This was not me" in the person's name, with the account's recent events, and answers its id. */
export async function openNotMeTicket(query: Query, reported: Reported): Promise<string> {
  const { cancelled, held, language } = reported;
  return openWith(query, reported, await messageOf(query, reported, words[language].done(cancelled, held)));
}

/**
 * Adds another "This was not me" to the ticket of the open report, and answers the ticket's id. A closed one is replaced by a new one,
 * because nobody reads it any more.
 */
export async function addToNotMeTicket(query: Query, id: string, reporting: Reporting): Promise<string> {
  const { userId, language, at } = reporting;
  const message = await messageOf(query, reporting, words[language].again);
  const status = await lockTicket(query, userId, id);
  if (status === 'closed') return openWith(query, reporting, message);
  await addMessage(query, { id, author: 'me', text: message, at });
  if (status === 'resolved') await stepTicket(query, { id, from: status, to: 'open', at });
  return id;
}

function openWith(query: Query, { userId, language, at }: Reporting, message: string): Promise<string> {
  const { subject } = words[language];
  const kind = { category: 'security', priority: 'urgent' } as const;
  return openTicket(query, { userId, subject, ...kind, message, flowTrace: null, at });
}

/** What the person did not do, what was done about it, and the account's recent events. */
async function messageOf(query: Query, reporting: Reporting, done: string): Promise<string> {
  const { userId, occasion, occurredAt, language, at } = reporting;
  const text = words[language];
  const recent = await query<{ outcome: SecurityOccasion; created_at: Date; detail: string | null }>(
    `SELECT outcome, created_at, detail FROM notifications WHERE user_id = $1 AND kind = 'security' AND created_at > $2
     ORDER BY created_at DESC, id LIMIT ${mostLines}`,
    [userId, new Date(at.getTime() - reportableFor)],
  );
  const lines = recent.map(({ outcome, created_at, detail }) =>
    [momentOf(created_at), nameOfOccasion(outcome, language), detail].filter(Boolean).join(' · '),
  );
  const parts = [
    text.what(nameOfOccasion(occasion, language), momentOf(occurredAt)),
    done,
    ...(lines.length > 0 ? [[text.recent, ...lines].join('\n')] : []),
  ];
  return parts.join('\n\n');
}

function momentOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
