import type { Language } from '../../contract/news.ts';
import type { ReportableOccasion, SecurityOccasion } from '../../contract/occasions.ts';
import { reportableFor } from '../../contract/occasions.ts';
import type { Query } from '../database/db.ts';
import { nameOfOccasion } from '../email/templates.ts';
import { openTicket } from './tickets.ts';

interface Reported {
  readonly userId: string;
  readonly occasion: ReportableOccasion;
  readonly occurredAt: Date;
  readonly cancelled: number;
  readonly held: number;
  readonly language: Language;
  readonly at: Date;
}

const words = {
  en: {
    subject: 'This was not me',
    what: (name: string, at: string) => `I didn’t do this: “${name}”, ${at}.`,
    done: (cancelled: number, held: number) =>
      `The account was frozen and all sessions were ended. Withdrawals cancelled: ${cancelled}. Approved and held: ${held}.`,
    recent: 'In the last 7 days:',
  },
  ru: {
    subject: 'Это были не мои действия',
    what: (name: string, at: string) => `Этого я не делал(а): «${name}», ${at}.`,
    done: (cancelled: number, held: number) =>
      `Аккаунт заморожен, все сеансы завершены. Отменено заявок на вывод: ${cancelled}. Одобрено и удержано: ${held}.`,
    recent: 'За последние 7 дней:',
  },
} as const;

/** The most lines of earlier events. */
const mostLines = 30;

/** Opens a ticket for "This was not me" in the person's name, with the account's recent events, and answers its id. */
export async function openNotMeTicket(query: Query, reported: Reported): Promise<string> {
  const { userId, occasion, occurredAt, cancelled, held, language, at } = reported;
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
    text.done(cancelled, held),
    ...(lines.length > 0 ? [[text.recent, ...lines].join('\n')] : []),
  ];
  return openTicket(query, {
    userId,
    subject: text.subject,
    category: 'security',
    priority: 'urgent',
    message: parts.join('\n\n'),
    flowTrace: null,
    at,
  });
}

function momentOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
