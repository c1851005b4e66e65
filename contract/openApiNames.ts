import { closingCall } from './accountData.ts';
import { sendConfirmationCall } from './accountEmails.ts';
import { addressBookCall, checkAddressCall, importAddressesCall, saveAddressCall } from './addressBook.ts';
import { addressesCall } from './addresses.ts';
import { analyticsCall } from './analytics.ts';
import { loginCall } from './auth.ts';
import { captchaCall } from './captcha.ts';
import { tokensCall } from './catalogue.ts';
import { registerDeviceKeyCall } from './deviceKeys.ts';
import { exchangeQuoteCall, oneExchangeCall } from './exchange.ts';
import { addTotpCall, confirmTotpCall, factorsCall } from './factors.ts';
import { kycCall } from './kyc.ts';
import { leavingLimits } from './limits.ts';
import { articleCall, block, newsCall } from './news.ts';
import { notice, notificationsCall, readNotificationsCall } from './notifications.ts';
import { notMeCall } from './notMe.ts';
import { operationCall } from './operations.ts';
import { pageMeta } from './paging.ts';
import { passkeyRequestOptions } from './passkeyRequest.ts';
import { addPasskeyCall, passkey, passkeyCreationCall } from './passkeys.ts';
import { positionCall, totalHistoryCall } from './portfolio.ts';
import { problemBody } from './problems.ts';
import { rateHistoryCall, ratesCall, sparklinesCall } from './rates.ts';
import { confirmations, decimal } from './schemas.ts';
import { changeEmailCall, loginMethodsCall, sessionsCall } from './security.ts';
import { securitySettingsCall } from './securitySettings.ts';
import { signIn } from './signIns.ts';
import { stepUpCall, stepUpOptionsCall } from './stepUp.ts';
import { attachment, flowTrace, ticketCall, ticketsCall } from './support.ts';
import { signInMethodsCall } from './thirdParty.ts';
import { transactionCall, transactionQuoteCall } from './transactions.ts';
import { user } from './user.ts';
import { holdsCall, wallet } from './wallet.ts';
import { walletLinkNonceCall } from './walletLink.ts';
import { walletNonceCall } from './walletSignIn.ts';

const transaction = transactionCall.answer.shape.data;
const transactionQuote = transactionQuoteCall.answer.shape.data;
const exchange = oneExchangeCall.answer.shape.data;
const kyc = kycCall.answer.shape.data;
const ticket = ticketCall.answer.shape.data;
const captcha = captchaCall.answer.shape.data;
const securitySettings = securitySettingsCall.answer.shape.data;
const rates = ratesCall.answer.shape.data;

/**
 * The names of answers' schemas in the OpenAPI document. They are listed here, because registering a name on a schema is a side effect that
 * would make every page of the app load all schemas.
 */
export const schemaNames = {
  ActiveSession: sessionsCall.answer.shape.data.def.element,
  AddressBook: addressBookCall.answer.shape.data,
  AddressCheck: checkAddressCall.answer.shape.data,
  AddressImport: importAddressesCall.answer.shape.data,
  Analytics: analyticsCall.answer.shape.data,
  Article: articleCall.answer.shape.data,
  ArticleBlock: block,
  Attachment: attachment,
  Captcha: captcha,
  CaptchaChallenge: captcha.shape.challenge,
  Confirmations: confirmations,
  Decimal: decimal,
  DepositAddress: addressesCall.answer.shape.data.def.element,
  EmailChange: changeEmailCall.answer.shape.data,
  Exchange: exchange,
  ExchangeFee: exchange.shape.fee,
  ExchangeQuote: exchangeQuoteCall.answer.shape.data,
  Fee: transactionQuote.shape.fee,
  FeeBasis: transactionQuote.shape.fee_basis.def.innerType.def.innerType,
  FlowTrace: flowTrace,
  Headline: newsCall.answer.shape.data.def.element,
  Hold: holdsCall.answer.shape.data.def.element,
  KycCase: kyc,
  KycDocument: kyc.shape.documents.def.element,
  KycRequirement: kyc.shape.requirements.def.element,
  LimitWindow: leavingLimits.shape.day,
  ListedToken: tokensCall.answer.shape.data.def.element,
  SentConfirmation: sendConfirmationCall.answer.shape.data,
  LoginMethods: loginMethodsCall.answer.shape.data,
  Notification: notice,
  NotificationsMeta: notificationsCall.answer.shape.meta,
  Operation: operationCall.answer.shape.data,
  PageMeta: pageMeta,
  BoundSession: registerDeviceKeyCall.answer.shape.data,
  NotMeReport: notMeCall.answer.shape.data,
  NewPasskey: addPasskeyCall.answer.shape.data,
  Passkey: passkey,
  PasskeyCreationOptions: passkeyCreationCall.answer.shape.data,
  PasskeyRequestOptions: passkeyRequestOptions,
  Position: positionCall.answer.shape.data,
  TotalHistory: totalHistoryCall.answer.shape.data,
  Problem: problemBody,
  Factors: factorsCall.answer.shape.data,
  RecoveryCodes: confirmTotpCall.answer.shape.data,
  TotpSecret: addTotpCall.answer.shape.data,
  Rate: rates.shape.pairs.def.element,
  RateHistory: rateHistoryCall.answer.shape.data,
  Rates: rates,
  Sparklines: sparklinesCall.answer.shape.data,
  Recipient: transactionQuote.shape.recipient,
  SecuritySettings: securitySettings,
  AccountClosing: closingCall.answer.shape.data,
  PendingSecurityChange: securitySettings.shape.pending.def.element,
  Session: loginCall.answer.shape.data,
  SignIn: signIn,
  SavedAddress: saveAddressCall.answer.shape.data,
  SignInMethods: signInMethodsCall.answer.shape.data,
  StepUpOptions: stepUpOptionsCall.answer.shape.data,
  StepUpProof: stepUpCall.answer.shape.data,
  Ticket: ticket,
  TicketMessage: ticket.shape.messages.def.element,
  TicketSummary: ticketsCall.answer.shape.data.def.element,
  Transaction: transaction,
  TransactionQuote: transactionQuote,
  UnreadCount: readNotificationsCall.answer.shape.data,
  User: user,
  Wallet: wallet,
  WalletLinkMessage: walletLinkNonceCall.answer.shape.data,
  WalletSignInMessage: walletNonceCall.answer.shape.data,
  WalletToken: wallet.shape.tokens.def.element,
  WithdrawalLimits: leavingLimits,
} as const;

/** The domain of a call, by the first part of its path. */
export const tags: Readonly<Record<string, string>> = {
  auth: 'Login and security',
  profile: 'Profile',
  avatars: 'Profile',
  kyc: 'Identity verification',
  wallet: 'Wallet',
  tokens: 'Wallet',
  rates: 'Rates',
  exchange: 'Exchange',
  addresses: 'Address book',
  transactions: 'Transactions',
  statements: 'Transactions',
  operations: 'Transactions',
  notifications: 'Notifications',
  security: 'Login and security',
  analytics: 'Analytics',
  news: 'News',
  support: 'Support',
};
