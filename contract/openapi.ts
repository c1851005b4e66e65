import * as z from 'zod/mini';
import { addressesCall, makeAddressCall } from './addresses.ts';
import { analyticsCall, exportAnalyticsCall } from './analytics.ts';
import { loginCall, logoutCall, registerCall } from './auth.ts';
import { type Call, keyHeader, webAppBase } from './call.ts';
import { captchaCall } from './captcha.ts';
import { addTokenCall, hideTokenCall, tokensCall } from './catalogue.ts';
import { exchangeCall, exchangeQuoteCall, exchangesCall, oneExchangeCall } from './exchange.ts';
import { addDocumentCall, documentFileCall, kycCall, removeDocumentCall, submitKycCall } from './kyc.ts';
import { askConfirmationCall, askResetCall, confirmEmailCall, resetPasswordCall } from './letters.ts';
import { articleCall, newsCall, readArticleCall } from './news.ts';
import { notificationsCall, readNotificationsCall } from './notifications.ts';
import { operationCall } from './operations.ts';
import { type ProblemCode, problemBody, problemMediaType, problemStatus } from './problems.ts';
import { avatarCall, profileCall, removeAvatarCall, setAvatarCall, updateProfileCall } from './profile.ts';
import { rateHistoryCall, rateStreamCall, ratesCall } from './rates.ts';
import {
  changeEmailCall,
  changePasswordCall,
  endOtherSessionsCall,
  endSessionCall,
  loginMethodsCall,
  removeLoginMethodCall,
  sessionsCall,
} from './security.ts';
import { stepUpCall, stepUpOptionsCall } from './stepUp.ts';
import {
  attachmentCall,
  closeTicketCall,
  openTicketCall,
  readTicketCall,
  ticketCall,
  ticketsCall,
  uploadAttachmentCall,
  writeMessageCall,
} from './support.ts';
import { googleLinkCall, googleSignInCall, signInMethodsCall } from './thirdParty.ts';
import {
  cancelTransactionCall,
  exportTransactionsCall,
  sendCall,
  transactionCall,
  transactionQuoteCall,
  transactionsCall,
  withdrawCall,
} from './transactions.ts';
import { holdsCall, walletCall } from './wallet.ts';
import { walletLinkCall, walletLinkNonceCall } from './walletLink.ts';
import { walletNonceCall, walletSignInCall } from './walletSignIn.ts';

/** Every call of the web app, by its operation id. */
export const webAppCalls = {
  register: registerCall,
  login: loginCall,
  logout: logoutCall,
  captcha: captchaCall,
  walletNonce: walletNonceCall,
  walletSignIn: walletSignInCall,
  signInMethods: signInMethodsCall,
  googleSignIn: googleSignInCall,
  googleLink: googleLinkCall,
  askReset: askResetCall,
  resetPassword: resetPasswordCall,
  askConfirmation: askConfirmationCall,
  confirmEmail: confirmEmailCall,
  sessions: sessionsCall,
  endOtherSessions: endOtherSessionsCall,
  endSession: endSessionCall,
  loginMethods: loginMethodsCall,
  removeLoginMethod: removeLoginMethodCall,
  walletLinkNonce: walletLinkNonceCall,
  walletLink: walletLinkCall,
  stepUpOptions: stepUpOptionsCall,
  stepUp: stepUpCall,
  changePassword: changePasswordCall,
  changeEmail: changeEmailCall,
  profile: profileCall,
  updateProfile: updateProfileCall,
  setAvatar: setAvatarCall,
  removeAvatar: removeAvatarCall,
  avatar: avatarCall,
  kyc: kycCall,
  addDocument: addDocumentCall,
  removeDocument: removeDocumentCall,
  documentFile: documentFileCall,
  submitKyc: submitKycCall,
  wallet: walletCall,
  holds: holdsCall,
  tokens: tokensCall,
  addToken: addTokenCall,
  hideToken: hideTokenCall,
  rates: ratesCall,
  rateStream: rateStreamCall,
  rateHistory: rateHistoryCall,
  exchangeQuote: exchangeQuoteCall,
  exchange: exchangeCall,
  exchanges: exchangesCall,
  oneExchange: oneExchangeCall,
  operation: operationCall,
  makeAddress: makeAddressCall,
  addresses: addressesCall,
  transactionQuote: transactionQuoteCall,
  send: sendCall,
  withdraw: withdrawCall,
  cancelTransaction: cancelTransactionCall,
  transactions: transactionsCall,
  exportTransactions: exportTransactionsCall,
  transaction: transactionCall,
  notifications: notificationsCall,
  readNotifications: readNotificationsCall,
  analytics: analyticsCall,
  exportAnalytics: exportAnalyticsCall,
  news: newsCall,
  article: articleCall,
  readArticle: readArticleCall,
  tickets: ticketsCall,
  openTicket: openTicketCall,
  ticket: ticketCall,
  readTicket: readTicketCall,
  writeMessage: writeMessageCall,
  closeTicket: closeTicketCall,
  uploadAttachment: uploadAttachmentCall,
  attachment: attachmentCall,
} as const satisfies Record<string, Call>;

const problemsOfEveryCall: readonly ProblemCode[] = ['INTERNAL', 'UNAVAILABLE'];
const problemsOfEveryBody: readonly ProblemCode[] = [
  'MALFORMED_REQUEST',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'MEDIA_TYPE',
  'VALIDATION_FAILED',
];

const problemsOfEveryUpload: readonly ProblemCode[] = [
  'MALFORMED_REQUEST',
  'REQUEST_TIMEOUT',
  'MEDIA_TYPE',
  'VALIDATION_FAILED',
  'FILE_TOO_LARGE',
  'FILE_TYPE',
  'RATE_LIMITED',
];

const problemsOfEveryKey: readonly ProblemCode[] = [
  'MALFORMED_REQUEST',
  'IDEMPOTENCY_IN_FLIGHT',
  'IDEMPOTENCY_MISMATCH',
];

/** The day does not show in a JSON Schema: ages are checked, not described. */
const anyDay = '2000-01-01';

/** The web app's calls, or others of another base, as an OpenAPI 3.1 document (plain JSON data). */
export function openApiDocument(
  calls: Readonly<Record<string, Call>> = webAppCalls,
  base: string = webAppBase,
) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, call] of Object.entries(calls)) {
    paths[`${base}${call.path}`] ??= {};
    Object.assign(paths[`${base}${call.path}`] ?? {}, {
      [call.method.toLowerCase()]: operation(operationId, call),
    });
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Zesto web app API', version: '1.0.0' },
    paths,
    components: {
      schemas: { Problem: jsonSchema(problemBody, 'output') },
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function operation(operationId: string, call: Call) {
  return {
    operationId,
    summary: call.summary,
    ...(call.access === 'session' ? { security: [{ session: [] }] } : {}),
    ...parametersOf(call),
    ...(call.body || call.upload ? { requestBody: { required: true, content: contentOf(call) } } : {}),
    responses: { [call.status]: success(call), ...refusals(call) },
  };
}

function contentOf({ body, upload }: Call) {
  const schema = jsonSchema(body ? body(anyDay) : z.strictObject({}), 'input');
  if (!upload) return { 'application/json': { schema } };
  const { field, maximum, types } = upload;
  const withFile = {
    ...schema,
    properties: { ...schema.properties, [field]: { type: 'string', format: 'binary', maxLength: maximum } },
    required: [...(schema.required ?? []), field],
  };
  return {
    'multipart/form-data': { schema: withFile, encoding: { [field]: { contentType: types.join(', ') } } },
  };
}

function parametersOf(call: Call) {
  const inPath = call.params ? Object.entries(jsonSchema(call.params, 'input').properties ?? {}) : [];
  const inSearch = call.search ? Object.entries(jsonSchema(call.search, 'input').properties ?? {}) : [];
  const parameters = [
    ...inPath.map(([name, schema]) => ({ name, in: 'path', required: true, schema })),
    ...inSearch.map(([name, schema]) => ({ name, in: 'query', required: false, schema })),
    ...(call.idempotent
      ? [{ name: keyHeader, in: 'header', required: true, schema: { type: 'string', format: 'uuid' } }]
      : []),
  ];
  return parameters.length > 0 ? { parameters } : {};
}

function success(call: Call) {
  const description = call.summary;
  if (call.file) return { description, content: { [call.file]: { schema: { type: 'string' } } } };
  if (call.download) {
    const binary = { schema: { type: 'string', format: 'binary' } };
    return { description, content: Object.fromEntries(call.download.map((type) => [type, binary])) };
  }
  if (!call.answer) return { description };
  return { description, content: { 'application/json': { schema: jsonSchema(call.answer, 'output') } } };
}

function refusals(call: Call) {
  const codes = new Set<ProblemCode>([
    ...call.problems,
    ...(call.access === 'session' ? (['UNAUTHENTICATED'] as const) : []),
    ...(call.body && !call.upload ? problemsOfEveryBody : []),
    ...(call.upload ? problemsOfEveryUpload : []),
    ...(call.search ? (['VALIDATION_FAILED'] as const) : []),
    ...(call.idempotent ? problemsOfEveryKey : []),
    ...problemsOfEveryCall,
  ]);
  const byStatus: Record<string, unknown> = {};
  for (const status of new Set([...codes].map((code) => problemStatus[code]))) {
    const names = [...codes].filter((code) => problemStatus[code] === status);
    byStatus[status] = {
      description: names.join(', '),
      content: { [problemMediaType]: { schema: { $ref: '#/components/schemas/Problem' } } },
    };
  }
  return byStatus;
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
