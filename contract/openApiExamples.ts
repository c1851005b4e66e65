import type { AnswerOf, BodyOf, Call } from './call.ts';
import type { webAppCalls } from './webAppCalls.ts';

type WebAppCalls = typeof webAppCalls;

/** What a call is shown with: its body if it has one, and its JSON answer if it has one. */
type ExampleOf<C extends Call> = (C['body'] extends (today: string) => unknown
  ? { readonly request: Constant<BodyOf<C>> }
  : unknown) &
  (C['answer'] extends null ? unknown : { readonly answer: Constant<AnswerOf<C>> });

/** `Value`, to be read only. */
type Constant<Value> = Value extends object ? { readonly [Key in keyof Value]: Constant<Value[Key]> } : Value;

type Examples = { readonly [Name in keyof WebAppCalls]: ExampleOf<WebAppCalls[Name]> };

const at = '2026-11-20T09:00:00.000Z';
const later = '2026-11-20T09:05:00.000Z';
const id = '5b1a3a52-6a5f-4b5e-9d0b-3f6f4b1f2a10';
const otherId = '0d4c9d6e-7a1d-4f0e-8a53-9f1f0c9e7b21';
const email = 'anna@example.com';
const password = 'Correct-horse-1';
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const outside = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const signature = `0x${'1b'.repeat(65)}`;
const message = `app.example.com wants you to sign in with your Ethereum account:\n${address}`;
const nonce = 'n-0S6_WzA2Mj-1234567890';
const credential = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const link = 'k3Vd0yQmZ5uHq8Jr2Lw7Nx4Tb9Pc6Sf1Ga0Ee5Ii8Oo';

const user = {
  id,
  first_name: 'Anna',
  last_name: 'Ivanova',
  username: 'anna',
  email,
  phone: '+34600111222',
  date_of_birth: '1990-02-01',
  country: 'ES',
  gender: null,
  address: null,
  city: null,
  zip_code: null,
  avatar_file: null,
  status: 'active',
  kyc_status: 'notStarted',
  freeze: null,
  created_at: at,
} as const;
const session = { data: { token: 'Zk9mV3h0c2Vzc2lvbg', user } };
const signedMessage = { metamask_address: address, signature, message };

const depositAddress = { token: 'USDT', network: 'Ethereum', address, uri: `ethereum:${address}` };
const listedToken = {
  symbol: 'USDT',
  ticker: 'USDT',
  name: 'Tether USD',
  decimals: 6,
  network: 'Ethereum',
  contract_address: outside,
  issuer: 'Tether',
  same_ticker: false,
  added: true,
  hidden: false,
};
const window = { limit: '10000', used: '250', left: '9750', more_at: '2026-11-21T08:00:00.000Z' };
const limits = { verified: true, day: window, month: window };

const exchangeTerms = {
  from: 'ZST',
  to: 'USDT',
  pay: '10',
  receive: '14.925',
  rate: '1.5',
  fee: { amount: '0.05', token: 'ZST' },
};
const exchange = { id, status: 'completed', ...exchangeTerms, created_at: at, completed_at: at } as const;
const transaction = {
  id,
  kind: 'send',
  status: 'completed',
  token: 'USDT',
  amount: '25',
  fee: '0',
  total: '25',
  counterparty: outside,
  tx_hash: null,
  note: null,
  reason: null,
  confirmations: null,
  exchange: null,
  can_cancel: false,
  timeline: [
    { status: 'pending', at },
    { status: 'completed', at },
  ],
  created_at: at,
  updated_at: at,
} as const;
const withdrawal = {
  ...transaction,
  kind: 'withdraw',
  status: 'pending',
  fee: '1',
  total: '26',
  can_cancel: true,
  timeline: [{ status: 'pending', at }],
} as const;
const meta = { page: 1, per_page: 20, total: 1 };

const kyc = {
  data: {
    status: 'inProgress',
    documents: [
      {
        id: otherId,
        type: 'passport',
        status: 'uploaded',
        reason: null,
        reason_code: null,
        name: 'passport.jpg',
        size: 482_133,
      },
    ],
    requirements: [
      {
        part: 'identity',
        one_of: ['passport', 'drivers_license', 'national_id'],
        is_met: true,
        is_open: true,
      },
      { part: 'selfie', one_of: ['selfie'], is_met: false, is_open: true },
    ],
    reasons: [],
    limits: {
      unverified: { day: '1000', month: '5000' },
      verified: { day: '10000', month: '100000' },
    },
    submitted_at: null,
    expires_at: null,
  },
} as const;

const headline = {
  id,
  slug: 'new-token-list',
  language: 'en',
  title: 'New tokens',
  summary: 'Three tokens can be added to your wallet.',
  category: 'product',
  image_url: null,
  published_at: at,
  read: false,
} as const;
const notification = {
  id,
  kind: 'deposit',
  subject_id: otherId,
  outcome: 'completed',
  reason: null,
  token: 'USDT',
  amount: '25',
  title: null,
  read: false,
  created_at: at,
} as const;
const ticketSummary = {
  id,
  number: 1042,
  subject: 'A withdrawal is pending',
  category: 'transaction',
  priority: 'medium',
  status: 'open',
  unread: false,
  created_at: at,
  updated_at: at,
} as const;
const attachment = { id: otherId, name: 'receipt.pdf', size: 20_412, type: 'application/pdf' };
const ticket = {
  data: {
    ...ticketSummary,
    flow_record: null,
    messages: [
      {
        id: otherId,
        author: 'me',
        text: 'My withdrawal has been pending since yesterday.',
        attachments: [attachment],
        created_at: at,
      },
    ],
  },
} as const;

/** One example of every call, checked against its own schemas by a test. The people, addresses and signatures are nobody's. */
export const examples = {
  register: {
    request: {
      first_name: 'Anna',
      last_name: 'Ivanova',
      username: 'anna',
      email,
      phone: '+34600111222',
      date_of_birth: '1990-02-01',
      country: 'ES',
      terms: true,
      captcha: 'eyJjaGFsbGVuZ2UiOnt9fQ==',
      password,
      password_confirmation: password,
    },
    answer: session,
  },
  login: { request: { email, password, remember: false }, answer: session },
  logout: {},
  captcha: {
    answer: {
      data: {
        challenge: {
          parameters: {
            algorithm: 'PBKDF2/SHA-256',
            nonce: '4f2a9c0e',
            salt: '91bd03aa',
            cost: 5000,
            keyLength: 32,
            keyPrefix: '00',
            keySignature: '7c11',
            data: {},
          },
          signature: '5d9e',
        },
        expires_at: later,
      },
    },
  },
  walletNonce: { request: { address }, answer: { data: { message } } },
  walletSignIn: { request: signedMessage, answer: session },
  signInMethods: {
    answer: {
      data: {
        google: {
          name: 'Google',
          authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
          client_id: 'zesto.example.com',
          scope: 'openid email profile',
        },
        why_not: null,
        emails: true,
        support_email: 'support@example.com',
      },
    },
  },
  googleSignIn: { request: { credential, nonce }, answer: session },
  googleLink: { request: { credential, nonce, password }, answer: session },
  askReset: { request: { email } },
  resetPassword: { request: { token: link, password, password_confirmation: password } },
  askConfirmation: { request: { email } },
  confirmEmail: { request: { token: link } },
  sessions: {
    answer: {
      data: [
        {
          id,
          device: 'Firefox on Linux',
          ip: '203.0.113.7',
          created_at: at,
          last_seen_at: later,
          current: true,
        },
      ],
    },
  },
  endOtherSessions: {},
  endSession: {},
  loginMethods: {
    answer: {
      data: {
        password: true,
        google: false,
        metamask: [address],
        email_confirmed: true,
        pending_email: null,
      },
    },
  },
  removeLoginMethod: { request: { method: 'wallet', address } },
  walletLinkNonce: { request: { address }, answer: { data: { message } } },
  walletLink: { request: signedMessage },
  stepUpOptions: {
    request: { for: { action: 'password' } },
    answer: { data: { methods: ['password', 'email'] } },
  },
  stepUp: {
    request: { for: { action: 'password' }, method: 'password', password },
    answer: { data: { proof: 'c3RlcC11cC1wcm9vZg', expires_at: later } },
  },
  changePassword: {
    request: {
      current_password: password,
      password: 'Correct-horse-2',
      password_confirmation: 'Correct-horse-2',
    },
  },
  changeEmail: {
    request: { email: 'anna@example.org', password },
    answer: { data: { email, pending_email: 'anna@example.org' } },
  },
  profile: { answer: { data: user } },
  updateProfile: {
    request: { city: 'Madrid', zip_code: '28013' },
    answer: { data: { ...user, city: 'Madrid', zip_code: '28013' } },
  },
  setAvatar: {
    request: {},
    answer: { data: { ...user, avatar_file: { url: `/api/web-app/avatars/${id}` } } },
  },
  removeAvatar: { answer: { data: user } },
  avatar: {},
  kyc: { answer: kyc },
  addDocument: { request: { type: 'passport' }, answer: kyc },
  removeDocument: { answer: { data: { ...kyc.data, documents: [] } } },
  documentFile: {},
  submitKyc: { answer: { data: { ...kyc.data, status: 'pending', submitted_at: at } } },
  wallet: {
    answer: {
      data: {
        currency: 'USDT',
        total: '120',
        available: '95',
        pending: '25',
        frozen: '0',
        as_of: at,
        limits,
        tokens: [
          {
            symbol: 'USDT',
            name: 'Tether USD',
            decimals: 6,
            total: '120',
            available: '95',
            pending: '25',
            frozen: '0',
            price: '1',
            price_as_of: at,
            price_is_old: false,
            value: '120',
            change_24h: '0.02',
            withdrawals_enabled: true,
            minimum_withdrawal: '10',
          },
        ],
      },
    },
  },
  holds: {
    answer: {
      data: [{ token: 'USDT', amount: '25', kind: 'withdrawal', operation_id: id, since: at, until: null }],
    },
  },
  tokens: { answer: { data: [listedToken] } },
  addToken: { request: { symbol: 'USDT' }, answer: { data: listedToken } },
  hideToken: {},
  rates: {
    answer: {
      data: { pairs: [{ base: 'ZST', quote: 'USDT', rate: '1.5', change_24h: '-0.8' }], as_of: at },
    },
  },
  rateStream: {},
  rateHistory: {
    answer: {
      data: {
        symbol: 'ZST',
        range: 'day',
        points: [
          { at, price: '1.49' },
          { at: later, price: '1.5' },
        ],
      },
    },
  },
  exchangeQuote: {
    request: { from: 'ZST', to: 'USDT', pay: '10' },
    answer: { data: { id, ...exchangeTerms, minimum: '1', maximum: '120', expires_at: later } },
  },
  exchange: { request: { quote_id: id }, answer: { data: exchange } },
  exchanges: { answer: { data: [exchange], meta } },
  oneExchange: { answer: { data: exchange } },
  operation: { answer: { data: { status: 'done', result: transaction, problem: null } } },
  makeAddress: { request: { token: 'USDT' }, answer: { data: depositAddress } },
  addresses: { answer: { data: [depositAddress] } },
  transactionQuote: {
    request: { kind: 'send', token: 'USDT', amount: '25', to: outside },
    answer: {
      data: {
        id,
        kind: 'send',
        token: 'USDT',
        amount: '25',
        fee: { amount: '0', token: 'USDT' },
        total: '25',
        to: outside,
        recipient: { known: true, is_account: true, first_time: false, looks_like: null },
        minimum: '0.000001',
        maximum: '95',
        limits: null,
        expires_at: later,
      },
    },
  },
  send: { request: { quote_id: id }, answer: { data: transaction } },
  withdraw: { request: { quote_id: id }, answer: { data: withdrawal } },
  cancelTransaction: { answer: { data: { ...withdrawal, status: 'cancelled', can_cancel: false } } },
  transactions: { answer: { data: [transaction], meta } },
  exportTransactions: {},
  transaction: { answer: { data: transaction } },
  notifications: { answer: { data: [notification], meta: { ...meta, unread: 1 } } },
  readNotifications: { request: { until: at }, answer: { data: { unread: 0 } } },
  analytics: {
    answer: {
      data: {
        buckets: [{ period: '2026-11-20', type: 'transaction_send', count: 2, value: '50', unpriced: 0 }],
        totals: [{ type: 'transaction_send', count: 2, value: '50', unpriced: 0 }],
      },
    },
  },
  exportAnalytics: {},
  news: { answer: { data: [headline], meta } },
  article: {
    answer: {
      data: {
        ...headline,
        body: [{ type: 'paragraph', spans: [{ type: 'text', text: 'Open the token list to add them.' }] }],
        previous_id: null,
        next_id: null,
      },
    },
  },
  readArticle: {},
  tickets: { answer: { data: [ticketSummary], meta } },
  openTicket: {
    request: {
      subject: ticketSummary.subject,
      category: 'transaction',
      priority: 'medium',
      message: 'My withdrawal has been pending since yesterday.',
      attachment_ids: [otherId],
    },
    answer: ticket,
  },
  ticket: { answer: ticket },
  readTicket: {},
  writeMessage: { request: { message: 'It has arrived, thank you.' }, answer: ticket },
  closeTicket: { answer: { data: { ...ticket.data, status: 'closed' } } },
  uploadAttachment: { answer: { data: attachment } },
  attachment: {},
} as const satisfies Examples;

/** Of what varies in a path, by its name. */
export const exampleParameters: Readonly<Record<string, string>> = { id, key: otherId, symbol: 'USDT' };
