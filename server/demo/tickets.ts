import type { TicketStatus } from '../../contract/statuses.ts';
import type { Query } from '../database/db.ts';
import { notify } from '../notifications/store.ts';
import { addMessage, markTicketRead, openTicket, stepTicket } from '../support/tickets.ts';

const hour = 3_600_000;

interface Case {
  readonly hoursAgo: number;
  readonly subject: string;
  readonly category: Parameters<typeof openTicket>[1]['category'];
  readonly priority: Parameters<typeof openTicket>[1]['priority'];
  readonly message: string;
  /** Support's replies, one hour apart. */
  readonly answers: readonly string[];
  readonly steps: readonly TicketStatus[];
  readonly isRead: boolean;
}

const cases: readonly Case[] = [
  {
    hoursAgo: 1_690,
    subject: 'A withdrawal failed',
    category: 'transaction',
    priority: 'high',
    message: 'My STO withdrawal failed because the network rejected the address. Did I get the funds back?',
    answers: [
      'Yes, 50.05 STO returned to your available balance right away. Please check the address before you try again.',
    ],
    steps: ['inProgress', 'resolved', 'closed'],
    isRead: true,
  },
  {
    hoursAgo: 480,
    subject: 'Как скачать историю за год?',
    category: 'general',
    priority: 'low',
    message: 'Нужна таблица всех операций за прошлый год. Где её скачать?',
    answers: [
      'В разделе «История» выберите даты и нажмите «Скачать CSV»: в файле будет то, что показывают фильтры.',
    ],
    steps: ['inProgress', 'resolved'],
    isRead: true,
  },
  {
    hoursAgo: 90,
    subject: 'A deposit is under review',
    category: 'account',
    priority: 'medium',
    message: 'My deposit of 1,200 ZST is frozen. When can I use it?',
    answers: [
      'We review deposits from new senders manually. It takes up to three days.',
      'The review is going as planned. You don’t need to do anything.',
    ],
    steps: ['inProgress'],
    isRead: false,
  },
  {
    hoursAgo: 3,
    subject: 'A chart of ZST against STO',
    category: 'feature',
    priority: 'low',
    message: 'The charts show the price of each token in USDT. Could you also show ZST against STO?',
    answers: [],
    steps: [],
    isRead: true,
  },
];

/** Creates the demo account's support tickets. */
export async function seedTickets(query: Query, userId: string, at: Date): Promise<void> {
  for (const { hoursAgo, answers, steps, isRead, ...wanted } of cases) {
    const hours = (count: number) => new Date(at.getTime() - (hoursAgo - count) * hour);
    const id = await openTicket(query, { ...wanted, userId, flowTrace: null, at: hours(0) });
    for (const [index, text] of answers.entries()) {
      await addMessage(query, { id, author: 'support', text, at: hours(index + 1) });
      await notify(query, { userId, kind: 'ticket', subjectId: id, at: hours(index + 1) });
    }
    let from: TicketStatus = 'open';
    for (const to of steps) {
      await stepTicket(query, { id, from, to, at: hours(answers.length) });
      from = to;
    }
    if (isRead) await markTicketRead(query, id);
  }
}
