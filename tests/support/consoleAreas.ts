import { type AnyActorLogic, fromPromise } from 'xstate';
import type { KycLine, KycReview } from '../../contract/kycReview.ts';
import type { OperatorAccount } from '../../contract/operatorAccounts.ts';
import type { NewsPreview, Published, PublishedArticle } from '../../contract/publishing.ts';
import type { PriceChange, PriceState } from '../../contract/rates.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { OperatorTicket, TicketLine } from '../../contract/supportTickets.ts';
import type { KycCase } from '../../src/machines/console/kycArea.ts';
import { asChild, failure } from './actors.ts';

export const consoleNow = Date.parse('2026-11-20T12:00:00Z');
const anna = { name: 'anna', role: 'compliance' } as const;

export const kycLine: KycLine = {
  id: '6f1f3d5e-6f0e-4c39-8d1e-1f0a6c1f2b3a',
  email: 'ana@example.com',
  first_name: 'Ana',
  last_name: 'Reis',
  country: 'PT',
  status: 'pending',
  submitted_at: '2026-11-20T09:00:00.000Z',
  expires_at: null,
  decided_by: null,
};

const document = (type: string, changes: Partial<KycReview['documents'][number]> = {}) => ({
  type,
  status: 'pending',
  reason: null,
  reason_code: null,
  name: `${type}.jpg`,
  size: 20_000,
  media_type: 'image/jpeg',
  file: `file-of-${type}`,
  decided_by: null,
  ...changes,
});

export const kycReview: KycReview = {
  ...kycLine,
  date_of_birth: '1990-05-17',
  address: 'Rua Augusta 12, Lisboa, 1100-053',
  documents: [
    document('passport'),
    document('bank_statement', { media_type: 'application/pdf', name: 'statement.pdf' }),
    document('selfie', {
      status: 'rejected',
      reason_code: 'face_mismatch',
      reason: 'Look up.',
      decided_by: 'boris',
    }),
  ],
};

/** The bytes of the last document could not be had. */
export const kycCase: KycCase = {
  review: kycReview,
  opened: [
    { file: 'file-of-passport', url: 'blob:http://localhost/passport' },
    { file: 'file-of-bank_statement', url: 'blob:http://localhost/statement' },
    { file: 'file-of-selfie', url: null },
  ],
};

export const ticketLine: TicketLine = {
  number: 1001,
  email: 'ana@example.com',
  status: 'open',
  priority: 'urgent',
  category: 'transaction',
  subject: 'Where is it?',
  updated_at: '2026-11-20T09:00:00.000Z',
  resolved_by: null,
};

export const operatorTicket: OperatorTicket = {
  ...ticketLine,
  account: {
    id: kycLine.id,
    freeze: { reason: 'unusual_activity', note: null, since: '2026-11-20T08:00:00.000Z' },
  },
  flow_record: null,
  messages: [
    {
      id: 'asked',
      author: 'me',
      operator: null,
      text: 'I wait.',
      attachments: [
        { id: 'screen', name: 'screen.jpg', size: 10, type: 'image/jpeg' },
        { id: 'lost', name: 'lost.pdf', size: 10, type: 'application/pdf' },
      ],
      created_at: '2026-11-20T09:00:00.000Z',
    },
    {
      id: 'answered',
      author: 'support',
      operator: 'boris',
      text: 'We look.',
      attachments: [],
      created_at: '2026-11-20T09:30:00.000Z',
    },
  ],
  has_earlier: false,
};

export const openedTicket = {
  ticket: operatorTicket,
  opened: [
    { file: 'screen', url: 'blob:http://localhost/screen' },
    { file: 'lost', url: null },
  ],
};

export const account: OperatorAccount = {
  id: kycLine.id,
  email: 'ana@example.com',
  username: 'ana',
  first_name: 'Ana',
  last_name: 'Reis',
  status: 'active',
  freeze: null,
  kyc_status: 'approved',
  created_at: '2026-01-02T09:00:00.000Z',
  closed_at: null,
  proposal: null,
  recovery: null,
  recovery_proposal: null,
};

export const recovery: NonNullable<OperatorAccount['recovery']> = {
  status: 'waiting',
  email: 'ana@example.com',
  reason: 'Video call, passport shown.',
  proposed_by: 'anna',
  approved_by: 'cleo',
  begun_at: '2026-11-20T08:00:00.000Z',
  ready_at: '2026-11-23T08:00:00.000Z',
  link_expires_at: null,
  ended_at: null,
  ended_by: null,
};

export const frozenAccount: OperatorAccount = {
  ...account,
  status: 'frozen',
  freeze: { reason: 'legal', note: 'A court order.', since: '2026-11-20T08:00:00.000Z' },
};

export const price: PriceState = {
  pair: 'STO/USDT',
  rate: '2',
  since: '2026-11-20T08:00:00.000Z',
  quote_move: '0.5',
  jump: '1.25',
  held: null,
  feed_stopped: null,
};

export const heldPrice: PriceState = {
  ...price,
  pair: 'ZST/USDT',
  held: { rate: '9.5', since: '2026-11-20T08:30:00.000Z' },
  feed_stopped: { reason: 'the feed answered a round of 1970', since: '2026-11-20T08:40:00.000Z' },
};

export const priceChange: PriceChange = {
  rate: '2',
  at: '2026-11-20T08:00:00.000Z',
  operator: 'anna',
  approved_by: 'boris',
};

export const publishedLine: Published = {
  slug: 'a-quiet-week',
  category: 'product',
  languages: ['en'],
  title: 'A quiet week',
  published_at: '2026-11-20T08:00:00.000Z',
  withdrawn_at: null,
};

export const publishedArticle: PublishedArticle = {
  ...publishedLine,
  image: null,
  texts: [
    {
      language: 'en',
      title: 'A quiet week',
      summary: 'Nothing broke.',
      source: 'Really **nothing**.',
      updated_at: '2026-11-20T08:00:00.000Z',
    },
  ],
};

export const newsShown: NewsPreview = {
  title: 'A quiet week',
  summary: 'Nothing broke.',
  category: 'product',
  body: [
    { type: 'heading', level: 2, spans: [{ type: 'text', text: 'Really' }] },
    { type: 'paragraph', spans: [{ type: 'strong', text: 'nothing' }] },
  ],
};

const hash = `0x${'ab'.repeat(32)}`;
const held = {
  ...{
    symbol: 'USDT',
    is_read: true,
    deposit_addresses: '12.5',
    hot_wallet: '100',
    cold_address: '0',
    gas_address: '0',
    arriving: '0',
  },
  ...{ leaving: '5', owed: '110', fees: '1.25', exchanged: '-3', float: '4.25', difference: '-15' },
  unexplained: [{ amount: '15', address: '0xcd', tx_hash: hash }],
};
export const treasury = {
  chain: 'eip155:1',
  block: { number: 21_000_000, hash },
  tokens: [held],
  coins: [{ kind: 'hot', address: '0xab', amount: '0.5' }],
  payments: 40,
};
/** A read that answers what is given, and keeps the keys that it was asked by. */
export function answering<Data>(data: Data) {
  const keys: string[] = [];
  const load = fromPromise<Loaded<Data>, ReadRequest>(async ({ input: { key } }) => {
    keys.push(key);
    return { data, loadedAt: consoleNow };
  });
  return { keys, load };
}

/** A read that fails. */
export const failing = fromPromise<never, unknown>(() =>
  Promise.reject(Object.assign(new Error('lost'), { failure: failure('NETWORK') })),
);

/** An area under a parent that hears it. */
export const areaOf = <Logic extends AnyActorLogic>(
  logic: Logic,
  operator: { name: string; role: string } = anna,
) => asChild(logic, { now: () => consoleNow, operator } as never);
