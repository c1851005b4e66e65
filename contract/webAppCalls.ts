import { askConfirmationCall, askResetCall, confirmEmailCall, resetPasswordCall } from './accountEmails.ts';
import { addressesCall, makeAddressCall } from './addresses.ts';
import { analyticsCall, exportAnalyticsCall } from './analytics.ts';
import { loginCall, logoutCall, registerCall } from './auth.ts';
import type { Call } from './call.ts';
import { captchaCall } from './captcha.ts';
import { addTokenCall, hideTokenCall, tokensCall } from './catalogue.ts';
import { exchangeCall, exchangeQuoteCall, exchangesCall, oneExchangeCall } from './exchange.ts';
import { addDocumentCall, documentFileCall, kycCall, removeDocumentCall, submitKycCall } from './kyc.ts';
import { articleCall, newsCall, readArticleCall } from './news.ts';
import { notificationsCall, readNotificationsCall } from './notifications.ts';
import { operationCall } from './operations.ts';
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
