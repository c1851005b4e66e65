import { closeAccountCall, closingCall, exportAccountCall } from './accountData.ts';
import {
  askConfirmationCall,
  askResetCall,
  confirmEmailCall,
  resetPasswordCall,
  sendConfirmationCall,
} from './accountEmails.ts';
import {
  addressBookCall,
  checkAddressCall,
  editAddressCall,
  exportAddressesCall,
  importAddressesCall,
  removeAddressCall,
  restoreAddressCall,
  saveAddressCall,
} from './addressBook.ts';
import { addressesCall, makeAddressCall } from './addresses.ts';
import { analyticsCall, exportAnalyticsCall } from './analytics.ts';
import { loginCall, logoutCall, registerCall } from './auth.ts';
import type { Call } from './call.ts';
import { captchaCall } from './captcha.ts';
import { addTokenCall, hideTokenCall, tokensCall } from './catalogue.ts';
import { registerDeviceKeyCall } from './deviceKeys.ts';
import { exchangeCall, exchangeQuoteCall, exchangesCall, oneExchangeCall } from './exchange.ts';
import {
  addTotpCall,
  confirmTotpCall,
  factorsCall,
  removeTotpCall,
  renewRecoveryCodesCall,
} from './factors.ts';
import { addDocumentCall, documentFileCall, kycCall, removeDocumentCall, submitKycCall } from './kyc.ts';
import { acceptTermsCall } from './legal.ts';
import { articleCall, newsCall, readArticleCall } from './news.ts';
import { notificationsCall, readNotificationsCall } from './notifications.ts';
import { notMeCall, notMeNotificationCall, proveUnfreezeCall } from './notMe.ts';
import { operationCall } from './operations.ts';
import {
  addPasskeyCall,
  passkeyCreationCall,
  passkeyRequestCall,
  passkeySignInCall,
  removePasskeyCall,
  renamePasskeyCall,
} from './passkeys.ts';
import { positionCall, totalHistoryCall } from './portfolio.ts';
import {
  avatarCall,
  profileCall,
  removeAvatarCall,
  setAvatarCall,
  setDiscoverabilityCall,
  updateProfileCall,
} from './profile.ts';
import { rateHistoryCall, rateStreamCall, ratesCall, sparklinesCall } from './rates.ts';
import { recoverAccountCall } from './recovery.ts';
import {
  changeEmailCall,
  changePasswordCall,
  endOtherSessionsCall,
  endSessionCall,
  loginMethodsCall,
  removeLoginMethodCall,
  sessionsCall,
} from './security.ts';
import { changeSecuritySettingsCall, securitySettingsCall } from './securitySettings.ts';
import { signInsCall } from './signIns.ts';
import { statementCall, statementPdfCall } from './statements.ts';
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
  sendConfirmation: sendConfirmationCall,
  confirmEmail: confirmEmailCall,
  recoverAccount: recoverAccountCall,
  sessions: sessionsCall,
  endOtherSessions: endOtherSessionsCall,
  endSession: endSessionCall,
  signIns: signInsCall,
  loginMethods: loginMethodsCall,
  removeLoginMethod: removeLoginMethodCall,
  walletLinkNonce: walletLinkNonceCall,
  walletLink: walletLinkCall,
  stepUpOptions: stepUpOptionsCall,
  stepUp: stepUpCall,
  factors: factorsCall,
  addTotp: addTotpCall,
  removeTotp: removeTotpCall,
  confirmTotp: confirmTotpCall,
  renewRecoveryCodes: renewRecoveryCodesCall,
  passkeyCreation: passkeyCreationCall,
  addPasskey: addPasskeyCall,
  renamePasskey: renamePasskeyCall,
  removePasskey: removePasskeyCall,
  passkeyRequest: passkeyRequestCall,
  passkeySignIn: passkeySignInCall,
  registerDeviceKey: registerDeviceKeyCall,
  securitySettings: securitySettingsCall,
  changeSecuritySettings: changeSecuritySettingsCall,
  changePassword: changePasswordCall,
  changeEmail: changeEmailCall,
  profile: profileCall,
  updateProfile: updateProfileCall,
  acceptTerms: acceptTermsCall,
  setAvatar: setAvatarCall,
  removeAvatar: removeAvatarCall,
  setDiscoverability: setDiscoverabilityCall,
  avatar: avatarCall,
  exportAccount: exportAccountCall,
  closing: closingCall,
  closeAccount: closeAccountCall,
  kyc: kycCall,
  addDocument: addDocumentCall,
  removeDocument: removeDocumentCall,
  documentFile: documentFileCall,
  submitKyc: submitKycCall,
  wallet: walletCall,
  holds: holdsCall,
  totalHistory: totalHistoryCall,
  tokens: tokensCall,
  addToken: addTokenCall,
  position: positionCall,
  hideToken: hideTokenCall,
  rates: ratesCall,
  rateStream: rateStreamCall,
  rateHistory: rateHistoryCall,
  sparklines: sparklinesCall,
  exchangeQuote: exchangeQuoteCall,
  exchange: exchangeCall,
  exchanges: exchangesCall,
  oneExchange: oneExchangeCall,
  operation: operationCall,
  makeAddress: makeAddressCall,
  addresses: addressesCall,
  addressBook: addressBookCall,
  saveAddress: saveAddressCall,
  checkAddress: checkAddressCall,
  exportAddresses: exportAddressesCall,
  importAddresses: importAddressesCall,
  editAddress: editAddressCall,
  removeAddress: removeAddressCall,
  restoreAddress: restoreAddressCall,
  transactionQuote: transactionQuoteCall,
  send: sendCall,
  withdraw: withdrawCall,
  cancelTransaction: cancelTransactionCall,
  transactions: transactionsCall,
  exportTransactions: exportTransactionsCall,
  statement: statementCall,
  statementPdf: statementPdfCall,
  transaction: transactionCall,
  notifications: notificationsCall,
  readNotifications: readNotificationsCall,
  notMe: notMeCall,
  notMeNotification: notMeNotificationCall,
  proveUnfreeze: proveUnfreezeCall,
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
