import { termsVersion } from './legal.ts';
import type { JsonSchema } from './openapi.ts';

const at = '2026-11-20T09:00:00.000Z';
const later = '2026-11-20T09:05:00.000Z';
const id = '5b1a3a52-6a5f-4b5e-9d0b-3f6f4b1f2a10';
const otherId = '0d4c9d6e-7a1d-4f0e-8a53-9f1f0c9e7b21';
const password = 'Correct-horse-1';
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const outside = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const signInMessage = `app.example.com wants you to sign in with your Ethereum account:\n${address}`;
const link = 'k3Vd0yQmZ5uHq8Jr2Lw7Nx4Tb9Pc6Sf1Ga0Ee5Ii8Oo';
/**
 * The example of a field: by its name, or by its schema and its name where the name has several meanings. People, addresses and signatures are
 * fictitious.
 */
const values: Readonly<Record<string, unknown>> = {
  id,
  operation_id: id,
  quote_id: id,
  subject_id: otherId,
  'Attachment.id': otherId,
  'TicketMessage.id': otherId,
  attachment_ids: [otherId],
  at,
  as_of: at,
  price_as_of: at,
  created_at: at,
  updated_at: at,
  completed_at: at,
  published_at: at,
  since: at,
  first_at: at,
  kept_until: '2031-11-20T09:00:00.000Z',
  usable_from: '2026-11-21T09:00:00.000Z',
  'SavedAddress.label': 'My exchange',
  'SaveAddressRequest.label': 'My exchange',
  'EditAddressRequest.label': 'My exchange',
  'Recipient.label': null,
  'Recipient.usable_from': null,
  'Recipient.allowance': null,
  wait_hours: 24,
  small_limit: '100',
  small_left: '100',
  allow_list_ends: null,
  csv: `label,address,token,note\nMy exchange,${outside},USDT,`,
  'AddressImport.added': 1,
  'AddressImport.unchanged': 0,
  'AddressImport.looks_like': [],
  last_seen_at: later,
  'User.terms': { accepted: termsVersion, accepted_at: at, version: termsVersion },
  'AcceptTermsRequest.version': termsVersion,
  expires_at: later,
  'KycCase.expires_at': null,
  period: '2026-11-20',
  page: 1,
  per_page: 20,
  total: '120',
  'Transaction.total': '25',
  'TransactionQuote.total': '25',
  'PageMeta.total': 1,
  'NotificationsMeta.total': 1,

  first_name: 'Anna',
  last_name: 'Ivanova',
  username: 'anna',
  email: 'anna@example.com',
  'ChangeEmailRequest.email': 'anna@example.org',
  pending_email: 'anna@example.org',
  phone: '+34600111222',
  date_of_birth: '1990-02-01',
  country: 'ES',
  city: 'Madrid',
  'UpdateProfileRequest.city': 'Madrid',
  zip_code: '28013',
  'UpdateProfileRequest.zip_code': '28013',
  'User.address': 'Calle Mayor 1',
  password,
  password_confirmation: password,
  current_password: 'Correct-horse-0',
  nonce: 'n-0S6_WzA2Mj-1234567890',
  credential: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
  signature: `0x${'1b'.repeat(65)}`,
  metamask_address: address,
  captcha: 'eyJjaGFsbGVuZ2UiOnt9fQ==',
  'Captcha.challenge': {
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
  'Session.token': 'Zk9mV3h0c2Vzc2lvbg',
  'ResetPasswordRequest.token': link,
  'ConfirmEmailRequest.token': link,
  'NotMeRequest.token': link,
  'RecoverAccountRequest.token': link,
  reported_at: at,
  'NotMeReport.ticket': 12,
  cancelled: 1,
  held: 0,
  'SignInMethods.google': {
    name: 'Google',
    authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
    client_id: 'zesto.example.com',
    scope: 'openid email profile',
  },
  support_email: 'support@example.com',
  emails: true,
  device: 'Firefox on Linux',
  'SignIn.network': '203.0.113.0/24',
  'SignIn.method': 'password',
  'SignIn.second_factor': 'totp',
  'SignIn.outcome': 'succeeded',
  attempts: 1,
  ip: '203.0.113.7',
  current: true,
  'LoginMethods.password': true,
  metamask: [address],
  email_confirmed: true,
  'RemoveLoginMethodRequest.address': address,
  'StepUpOptions.methods': ['password', 'email'],
  'StepUpRequest.method': 'password',
  'StepUpRequest.password': password,
  proof: 'c3RlcC11cC1wcm9vZg',
  code: '287082',
  'RegisterDeviceKeyRequest.public_key':
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li_hp_m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q',
  'Passkey.name': 'Phone',
  'AddPasskeyRequest.name': 'Phone',
  'RenamePasskeyRequest.name': 'Laptop',
  backed_up: true,
  'NewPasskey.recovery_codes': null,
  'StepUpOptions.passkey': null,
  'PasskeyCreationOptions.challenge': link,
  'PasskeyCreationOptions.rp': { id: 'app.example.com', name: 'Wallet' },
  'PasskeyCreationOptions.user': {
    id: 'WxqmomqPS16dCz9vSx8qEA',
    name: 'anna@example.com',
    displayName: 'anna@example.com',
  },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [],
  allowCredentials: [],
  'PasskeyRequestOptions.challenge': link,
  rpId: 'app.example.com',
  registration: {
    id: link,
    rawId: link,
    type: 'public-key',
    response: { clientDataJSON: 'e30', attestationObject: 'oA', transports: ['internal'] },
  },
  'PasskeySignInRequest.assertion': {
    id: link,
    rawId: link,
    type: 'public-key',
    response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'MA', userHandle: 'AA' },
  },
  daily_limit: '500',
  payment_limit: '100',
  proof_above: null,
  lock_days: 0,
  allow_list_only: false,
  address_wait_hours: null,
  'ChangeSecuritySettingsRequest.daily_limit': '1000',
  'SecuritySettings.pending': [{ member: 'daily_limit', value: '1000', from: '2026-11-21T09:00:00.000Z' }],
  'Factors.totp': { created_at: at, last_used_at: later },
  recovery_codes_left: 9,
  recovery_codes: ['k7pd-2mzq-xv4t-nb3c-5uhr-w6ae'],
  secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  'TotpSecret.uri':
    'otpauth://totp/Wallet:anna%40example.com?issuer=Wallet&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',

  symbol: 'USDT',
  ticker: 'USDT',
  token: 'USDT',
  currency: 'USDT',
  name: 'Tether USD',
  decimals: 6,
  network: 'Ethereum',
  contract_address: outside,
  'ListedToken.explorer_url': `https://etherscan.io/token/${outside}`,
  'Transaction.explorer_url': null,
  minimum_deposit: '1.25',
  confirmations_needed: 12,
  issuer: 'Tether',
  added: true,
  address,
  uri: `ethereum:${address}`,
  available: '95',
  pending: '25',
  frozen: '0',
  value: '120',
  'Analytics.value': '50',
  count: 2,
  price: '1',
  change_24h: '-0.8',
  withdrawals_enabled: true,
  minimum_withdrawal: '10',
  withdrawal_fee: '0.5',
  maximum_payment: '100000',
  limit: '10000',
  used: '250',
  left: '9750',
  base: 'ZST',
  quote: 'USDT',
  range: 'day',
  from: 'ZST',
  to: 'USDT',
  'ExchangeQuoteRequest.pay': '10',
  pay: '10',
  receive: '14.925',
  rate: '1.5',
  'ExchangeFee.amount': '0.05',
  'ExchangeFee.token': 'ZST',
  'Fee.amount': '0',
  'Transaction.fee': '0',
  'TransactionQuote.to': outside,
  'TransactionQuoteRequest.to': outside,
  counterparty: outside,
  amount: '25',
  minimum: '1',
  maximum: '120',
  can_cancel: true,
  // A running request has neither a result nor a problem.
  'Operation.status': 'running',

  'TotalHistory.range': 'month',
  'Position.symbol': 'ZST',
  'Position.held': '120',
  percent: '4.34',
  without_price: [],

  'KycCase.status': 'inProgress',
  is_met: true,
  'KycDocument.name': 'passport.jpg',
  'KycCase.reasons': [],
  'KycCase.day': '10000',
  'KycCase.month': '100000',
  one_of: ['passport', 'drivers_license', 'national_id'],
  is_open: true,
  size: 482_133,
  'Attachment.name': 'receipt.pdf',
  'Attachment.type': 'application/pdf',
  subject: 'A withdrawal is pending',
  number: 1042,
  message: 'My withdrawal has been pending since yesterday.',
  text: 'My withdrawal has been pending since yesterday.',
  'OpenTicketRequest.attachment_ids': [otherId],
  'WalletSignInMessage.message': signInMessage,
  'WalletLinkMessage.message': signInMessage,
  'WalletSignInRequest.message': signInMessage,
  'WalletLinkRequest.message': signInMessage,
  slug: 'new-token-list',
  title: 'New tokens',
  'Notification.title': null,
  summary: 'Three tokens can be added to your wallet.',
  'Headline.category': 'product',
  'Article.category': 'product',
  'ReadNotificationsRequest.until': at,
  'Analytics.type': 'transaction_send',
  unpriced: 0,
};

/** The examples of path parameters, by name. */
export const exampleParameters: Readonly<Record<string, string>> = { id, key: otherId, symbol: 'USDT' };

type Schemas = Readonly<Record<string, JsonSchema>>;

/** An example for `schema` with the name `owner`. An optional field of a request is included only if it has an example of its own there. */
export function exampleOf(schema: JsonSchema, schemas: Schemas, owner = ''): unknown {
  const {
    $ref,
    const: value,
    enum: [first] = [value],
    anyOf,
    oneOf,
    items,
    properties,
    required = [],
  } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? '';
    return exampleOf(schemas[name] ?? {}, schemas, name);
  }
  if (first !== undefined) return first;
  const choices = anyOf ?? oneOf ?? [];
  if (isNullable(schema)) return null;
  if (choices[0]) return exampleOf(choices[0], schemas, owner);
  if (items) return [exampleOf(items, schemas, owner)];
  if (properties) {
    const shown = Object.entries(properties).filter(
      ([name]) => !owner.endsWith('Request') || required.includes(name) || `${owner}.${name}` in values,
    );
    return Object.fromEntries(
      shown.map(([name, each]) => [name, exampleOfField(name, each, schemas, owner)]),
    );
  }
  return { boolean: false, integer: 1, object: {} }[String(schema.type)] ?? values.amount;
}

function exampleOfField(name: string, schema: JsonSchema, schemas: Schemas, owner: string): unknown {
  const own = `${owner}.${name}`;
  if (own in values) return values[own];
  return name in values ? values[name] : exampleOf(schema, schemas, owner);
}

const isNullable = ({ type, anyOf = [] }: JsonSchema) =>
  [type].flat().includes('null') || anyOf.some((each) => each.type === 'null');
