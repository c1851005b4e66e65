import type { Rule } from '../../../contract/rules.ts';
import type { FailureKey } from './failureText.ts';

/** A field's own texts for a rule it breaks; all other pairs use the rule's text. */
const ownWords: Readonly<Record<string, Partial<Record<Rule, FailureKey>>>> = {
  first_name: {
    required: 'validation:first_name.required',
    too_short: 'validation:first_name.too_short',
    too_long: 'validation:first_name.too_long',
    letters_only: 'validation:first_name.letters_only',
  },
  last_name: {
    required: 'validation:last_name.required',
    too_short: 'validation:last_name.too_short',
    too_long: 'validation:last_name.too_long',
    letters_only: 'validation:last_name.letters_only',
  },
  username: {
    required: 'validation:username.required',
    too_short: 'validation:username.too_short',
    too_long: 'validation:username.too_long',
    format: 'validation:username.format',
    taken: 'auth:errors.usernameTaken',
  },
  email: {
    required: 'validation:email.required',
    format: 'validation:email.format',
    too_short: 'validation:email.too_short',
    too_long: 'validation:email.too_long',
    taken: 'auth:errors.emailTaken',
  },
  password: {
    required: 'validation:password.required',
    too_short: 'validation:password.too_short',
    too_long: 'validation:password.too_long',
    uppercase: 'validation:password.uppercase',
    lowercase: 'validation:password.lowercase',
    digit: 'validation:password.digit',
    mismatch: 'validation:password.mismatch',
  },
  password_confirmation: {
    required: 'validation:password_confirmation.required',
    // A matching password is never this long.
    too_long: 'validation:password_confirmation.mismatch',
    mismatch: 'validation:password_confirmation.mismatch',
  },
  phone: {
    required: 'validation:phone.required',
    too_long: 'validation:phone.too_long',
    format: 'validation:phone.format',
  },
  date_of_birth: {
    required: 'validation:date_of_birth.required',
    format: 'validation:date_of_birth.format',
    too_long: 'validation:date_of_birth.format',
    in_future: 'validation:date_of_birth.in_future',
  },
  country: {
    required: 'validation:country.required',
    format: 'validation:country.format',
    too_long: 'validation:country.format',
  },
  address: { too_short: 'validation:address.too_short' },
  walletAddress: {
    required: 'validation:walletAddress.required',
    too_short: 'validation:walletAddress.format',
    too_long: 'validation:walletAddress.format',
    format: 'validation:walletAddress.format',
    own: 'validation:to.own',
    contract: 'validation:to.contract',
    taken: 'validation:walletAddress.taken',
  },
  avatar: { file_type: 'validation:avatar.file_type' },
  selfie: { file_type: 'validation:avatar.file_type' },
  amount: {
    required: 'validation:amount.required',
    too_small: 'validation:amount.too_small',
    too_large: 'validation:amount.too_large',
    format: 'validation:amount.format',
  },
  to: {
    required: 'validation:to.required',
    too_short: 'validation:to.format',
    too_long: 'validation:to.format',
    format: 'validation:to.format',
    own: 'validation:to.own',
    not_found: 'validation:to.not_found',
    contract: 'validation:to.contract',
    throttled: 'validation:to.throttled',
  },
  subject: {
    required: 'validation:subject.required',
    too_short: 'validation:subject.too_short',
    too_long: 'validation:subject.too_long',
  },
  category: { format: 'validation:category.format' },
  attachment_ids: {
    unknown: 'validation:attachment_ids.unknown',
    too_long: 'validation:attachment_ids.too_long',
  },
  terms: { required: 'validation:terms.required' },
  captcha: {
    required: 'validation:captcha.required',
    format: 'validation:captcha.format',
    expired: 'validation:captcha.expired',
    too_small: 'validation:captcha.too_small',
    used: 'validation:captcha.used',
  },
  code: {
    required: 'validation:code.required',
    format: 'validation:code.required',
    mismatch: 'validation:code.mismatch',
  },
  otp: {
    required: 'validation:otp.required',
    format: 'validation:otp.format',
    too_long: 'validation:otp.format',
    mismatch: 'validation:otp.mismatch',
    used: 'validation:otp.used',
  },
  current_password: { mismatch: 'validation:current_password.mismatch' },
  metamask_address: { mismatch: 'validation:metamask_address.mismatch' },
  signature: { signature: 'validation:signature.signature' },
  message: {
    required: 'validation:message.required',
    too_long: 'validation:message.too_long',
    mismatch: 'validation:message.mismatch',
    expired: 'validation:message.expired',
    used: 'validation:message.used',
  },
};

/** The text key for `field` breaking `rule`. Never empty: unknown pairs get a general text. */
export function ruleText(field: string, rule: Rule): FailureKey {
  return ownWords[field]?.[rule] ?? `validation:any.${rule}`;
}
