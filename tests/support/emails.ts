import type { Article, Headline } from '../../contract/news.ts';
import type { Notification } from '../../contract/notifications.ts';
import type { Attachment, FlowTrace, Ticket } from '../../contract/support.ts';

export const ticketId = '5b0a4b9e-0000-4000-8000-000000000001';

export const bill: Attachment = {
  id: '5b0a4b9e-0000-4000-8000-0000000000b1',
  name: 'bill.pdf',
  size: 2_048,
  type: 'application/pdf',
};

export const steps: FlowTrace = {
  version: 1,
  steps: [
    {
      at: '2026-11-20T11:59:00.000Z',
      flow: 'exchange',
      state: 'here.drafting.filling',
      event: 'quote.requested',
      problem: 'NETWORK',
      request_id: null,
    },
  ],
};

export const asked: Ticket = {
  id: ticketId,
  number: 7,
  subject: 'Where is it?',
  category: 'transaction',
  priority: 'high',
  status: 'open',
  unread: false,
  created_at: '2026-11-19T09:00:00.000Z',
  updated_at: '2026-11-19T09:00:00.000Z',
  flow_record: null,
  messages: [
    {
      id: 'm-1',
      author: 'me',
      text: 'I wait.\nمرحبا 🙂',
      attachments: [bill],
      created_at: '2026-11-19T09:00:00.000Z',
    },
  ],
};

export const answered: Ticket = {
  ...asked,
  status: 'inProgress',
  unread: true,
  updated_at: '2026-11-19T10:00:00.000Z',
  messages: [
    ...asked.messages,
    {
      id: 'm-2',
      author: 'support',
      text: 'It is on its way.',
      attachments: [],
      created_at: '2026-11-19T10:00:00.000Z',
    },
  ],
};

const numbered = (index: number): Ticket['messages'][number] => ({
  id: `n-${index}`,
  author: 'me',
  text: `Message ${index}.`,
  attachments: [],
  created_at: '2026-11-19T10:00:00.000Z',
});

/** A ticket with the newest two of its messages, and with the one before them. */
export const newest: Ticket = { ...answered, messages: [numbered(2), numbered(3)], has_earlier: true };
export const earliest: Ticket = { ...answered, messages: [numbered(1)], has_earlier: false };

export const headline: Headline = {
  id: 'n-1',
  slug: 'hello',
  language: 'en',
  title: 'Hello there',
  summary: 'What is new.',
  category: 'product',
  image_url: null,
  published_at: '2026-11-18T09:00:00.000Z',
  read: false,
};

export const article: Article = {
  ...headline,
  body: [
    { type: 'heading', level: 2, spans: [{ type: 'text', text: 'First' }] },
    {
      type: 'paragraph',
      spans: [
        { type: 'text', text: '<script>alert(1)</script> and ' },
        { type: 'strong', text: 'strong' },
        { type: 'em', text: 'soft' },
        { type: 'link', text: 'a link', href: 'https://example.com/' },
      ],
    },
    {
      type: 'list',
      ordered: true,
      items: [[{ type: 'text', text: 'One' }], [{ type: 'text', text: 'Two' }]],
    },
    { type: 'quote', spans: [{ type: 'text', text: 'Said.' }] },
    { type: 'image', url: '/picture.png', alt: 'A picture' },
    { type: 'image', url: 'https://example.com/far.png', alt: 'Far' },
  ],
  previous_id: 'n-0',
  next_id: 'n-2',
};

export const notice: Notification = {
  id: '5b0a4b9e-0000-4000-8000-0000000000c1',
  kind: 'ticket',
  subject_id: ticketId,
  outcome: null,
  token: null,
  amount: null,
  title: 'Where is it?',
  read: false,
  created_at: '2026-11-19T10:00:00.000Z',
};
