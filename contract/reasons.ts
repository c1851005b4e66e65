import * as z from 'zod/mini';
import { note } from './rules.ts';
import { status } from './schemas.ts';

/** Why a document of an identity verification was rejected. Every reason in this file has a text in each language of the app. */
export const documentReasons = [
  'unreadable',
  'incomplete',
  'expired',
  'outdated',
  'details_mismatch',
  'wrong_document',
  'not_original',
  'face_mismatch',
  'other',
] as const;

/** Why an operator refuses a withdrawal. */
export const refusalReasons = [
  'recipient_not_allowed',
  'unusual_activity',
  'details_needed',
  'requested',
  'legal',
  'other',
] as const;

/**
 * Why a transaction waits or has failed: an operator's reason; `paused` while withdrawals of its token are stopped; `own_address` when it
 * would have paid its sender; `network_refused` when the network rejected it; `contract_refused` when the token's contract rejected the
 * transfer; `network_dropped` when the network reverted a deposit; `below_minimum` when a deposit was too small to be withdrawn again;
 * `under_review` while a deposit that has its confirmations waits for an operator.
 */
export const transactionReasons = [
  'paused',
  'queued',
  'own_address',
  'network_refused',
  'contract_refused',
  'network_dropped',
  'below_minimum',
  'under_review',
  ...refusalReasons,
] as const;

/** Why an operator freezes an account. */
export const givenFreezeReasons = [
  'unusual_activity',
  'requested',
  'identity',
  'under_review',
  'legal',
  'other',
] as const;

/** Why an account is frozen: an operator's reason, or `not_me` after a "This was not me" report. */
export const freezeReasons = [...givenFreezeReasons, 'not_me'] as const;

export type DocumentReason = (typeof documentReasons)[number];
export type RefusalReason = (typeof refusalReasons)[number];
export type TransactionReason = (typeof transactionReasons)[number];
export type GivenFreezeReason = (typeof givenFreezeReasons)[number];
export type FreezeReason = (typeof freezeReasons)[number];

/** A reason in an answer: an unknown one is read as `unknown`, for which the app shows a general text. */
export const toldReason = <const Codes extends readonly string[]>(codes: Codes) => z.nullable(status(codes));

/** A reason given by an operator: a code of the list, and optionally a note, which people read as it was typed. */
export const givenReason = <const Codes extends readonly string[]>(codes: Codes) => ({
  reason: z.enum(codes as unknown as [Codes[number], ...Codes[number][]], 'format'),
  note: z.optional(note),
});
