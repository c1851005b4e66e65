import type { Logger } from 'pino';
import type { CallListener, CallOutcome, CarriedCall } from '../http/routes.ts';
import type { PaymentEvent } from '../settlement/settleDue.ts';
import type { TransactionRow } from '../transactions/records.ts';

/** The event logged when a call ends: `done` after a success, `refused` after a refusal; none when left out. */
interface Told {
  readonly done?: string;
  readonly refused?: string;
}

const signIn: Told = { done: 'signed_in', refused: 'sign_in_failed' };
const payment: Told = { done: 'payment_requested', refused: 'payment_refused' };

/** By method and path of the contract. All of the operators' calls are logged as `operator_verb`. */
export const securityEvents: Readonly<Record<string, Told>> = {
  'POST /login': { done: 'operator_logged_in', refused: 'operator_login_failed' },
  'POST /login/passkey': { done: 'operator_logged_in', refused: 'operator_login_failed' },
  'POST /setup/invitation': { refused: 'operator_setup_refused' },
  'POST /setup/passkey/options': { refused: 'operator_setup_refused' },
  'POST /setup/passkey': { done: 'operator_set_up', refused: 'operator_setup_refused' },
  'POST /setup': { refused: 'operator_setup_refused' },
  'POST /setup/confirm': { done: 'operator_set_up', refused: 'operator_setup_refused' },
  'POST /auth/register': { done: 'registered', refused: 'registration_refused' },
  'POST /auth/login': signIn,
  'POST /auth/metamask': signIn,
  'POST /auth/google': signIn,
  'POST /auth/passkey': signIn,
  'POST /auth/google/link': { done: 'sign_in_method_linked', refused: 'sign_in_method_refused' },
  'POST /auth/methods/wallet': { done: 'sign_in_method_linked', refused: 'sign_in_method_refused' },
  'POST /auth/methods/removal': { done: 'sign_in_method_removed', refused: 'sign_in_method_removal_refused' },
  'PUT /auth/device-key': { done: 'device_key_registered', refused: 'device_key_refused' },
  'POST /auth/step-up': { done: 'proof_given', refused: 'proof_refused' },
  'POST /auth/totp': { refused: 'factor_change_refused' },
  'POST /auth/totp/confirm': { done: 'factor_added', refused: 'factor_change_refused' },
  'DELETE /auth/totp': { done: 'factor_removed', refused: 'factor_change_refused' },
  'POST /auth/passkeys': { done: 'factor_added', refused: 'factor_change_refused' },
  'PATCH /auth/passkeys/{id}': { done: 'factor_renamed' },
  'DELETE /auth/passkeys/{id}': { done: 'factor_removed', refused: 'factor_change_refused' },
  'POST /auth/recovery-codes': { done: 'recovery_codes_renewed', refused: 'factor_change_refused' },
  'PUT /security/settings': { done: 'security_settings_changed', refused: 'security_settings_refused' },
  'POST /profile/export': { done: 'data_exported', refused: 'data_export_refused' },
  'POST /profile/close': { done: 'account_closed', refused: 'account_closing_refused' },
  'POST /auth/logout': { done: 'signed_out' },
  'DELETE /auth/sessions/{id}': { done: 'session_ended', refused: 'session_end_refused' },
  'DELETE /auth/sessions': { done: 'other_sessions_ended', refused: 'session_end_refused' },
  'PUT /auth/password': { done: 'password_changed', refused: 'password_change_refused' },
  'PUT /auth/email': { done: 'email_change_requested', refused: 'email_change_refused' },
  'POST /auth/email/unconfirmed': { done: 'email_confirmation_requested' },
  'POST /auth/email/confirmation': { done: 'email_confirmation_requested' },
  'POST /auth/email/confirm': { done: 'email_confirmed', refused: 'email_confirmation_refused' },
  'POST /auth/password/forgotten': { done: 'password_reset_requested' },
  'POST /auth/password/reset': { done: 'password_reset', refused: 'password_reset_refused' },
  'POST /auth/recovery': { done: 'account_recovered', refused: 'account_recovery_refused' },
  'POST /addresses': { done: 'address_saved', refused: 'address_refused' },
  'POST /addresses/import': { done: 'addresses_imported', refused: 'address_refused' },
  'DELETE /addresses/{id}': { done: 'address_removed' },
  'POST /addresses/{id}/restore': { done: 'address_restored', refused: 'address_refused' },
  'POST /security/not-me': { done: 'not_me_reported', refused: 'not_me_refused' },
  'POST /notifications/{id}/not-me': { done: 'not_me_reported', refused: 'not_me_refused' },
  'POST /security/unfreeze': { done: 'unfreezing_proven', refused: 'unfreezing_refused' },
  'POST /transactions/send': payment,
  'POST /transactions/withdraw': payment,
  'POST /transactions/{id}/cancel': { done: 'payment_cancelled' },
};

/**
 * Writes the security log: logins, changes of accounts, and payments. Lines have the ids of the account and the request and no secret; of
 * an email address only the first character and the domain.
 */
export function createSecurityLog(log: Logger): CallListener {
  return {
    async ended(carried, outcome) {
      const event = eventOf(carried, outcome);
      if (event === undefined) return;
      const { requestId, accountId, operator, address, call, params } = carried;
      const line = {
        event,
        request_id: requestId,
        account: accountId ?? accountIn(outcome.data),
        address,
        code: outcome.code ?? undefined,
        ...aboutOf(carried, outcome),
        ...(operator === null
          ? {}
          : { operator, verb: `${call.method} ${call.path}`, status: outcome.status }),
        id: textOf(params, 'id'),
      };
      log.info(line, 'security');
    },
  };
}

/** Logs the end of a payment; `amount` in minor units. Lines of the payer's own calls have a request id. */
export function tellPayment(log: Logger, event: PaymentEvent, payment: TransactionRow): void {
  const { id: transaction, user_id: account, kind, token: symbol, amount, counterparty: to } = payment;
  log.info({ event, account, transaction, kind, symbol, amount: String(amount), to }, 'security');
}

function eventOf({ call, operator }: CarriedCall, { status, code }: CallOutcome): string | undefined {
  if (operator !== null) return 'operator_verb';
  const told = securityEvents[`${call.method} ${call.path}`];
  if (status < 400) return told?.done;
  // A server error is not a refusal; it has its own line.
  return code === null ? undefined : told?.refused;
}

/** The account of a login or registration. */
function accountIn(data: unknown): string | null {
  return textOf(memberOf(memberOf(data, 'data'), 'user'), 'id') ?? null;
}

/** The subject of a payment or login. Undefined members are left out of the line. */
function aboutOf({ call, body }: CarriedCall, { data }: CallOutcome) {
  const answered = memberOf(data, 'data');
  const kind = textOf(answered, 'kind');
  const email = textOf(body, 'email');
  return {
    transaction: kind && textOf(answered, 'id'),
    kind,
    // Not named `token`, because the log redacts that name.
    symbol: kind && textOf(answered, 'token'),
    amount: kind && textOf(answered, 'amount'),
    to: kind && textOf(answered, 'counterparty'),
    quote: textOf(body, 'quote_id'),
    subject: email && masked(email),
    operator:
      call.access === 'operatorLogin' ? (textOf(body, 'name') ?? textOf(answered, 'name')) : undefined,
  };
}

function textOf(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** `a…@example.com`: enough to recognise, too little to write to. */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email][0] ?? ''}…${at < 0 ? '' : email.slice(at)}`;
}
