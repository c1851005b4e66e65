import * as z from 'zod/mini';
import { note } from './rules.ts';
import { status } from './schemas.ts';

/** Why a document of an identity verification was rejected. Each has a sentence in every language of the app; so have the others. */
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

/** Why an operator refuses what would leave. */
export const refusalReasons = [
  'recipient_not_allowed',
  'unusual_activity',
  'details_needed',
  'requested',
  'legal',
  'other',
] as const;

/**
 * Why a transaction waits or has failed: what an operator gave, or `paused` while its token may not leave for now, `own_address` when
 * it would have paid oneself, `network_refused` when the network did not take it, `contract_refused` when
 * the token's contract rejected the transfer, `network_dropped` when the network took back a deposit, `below_minimum` when
 * a deposit was less than it would cost to leave again.
 */
export const transactionReasons = [
  'paused',
  'own_address',
  'network_refused',
  'contract_refused',
  'network_dropped',
  'below_minimum',
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

/** Why an account is frozen: what an operator gave, or `not_me` when its person has said that something was not them. */
export const freezeReasons = [...givenFreezeReasons, 'not_me'] as const;

export type DocumentReason = (typeof documentReasons)[number];
export type RefusalReason = (typeof refusalReasons)[number];
export type TransactionReason = (typeof transactionReasons)[number];
export type GivenFreezeReason = (typeof givenFreezeReasons)[number];
export type FreezeReason = (typeof freezeReasons)[number];

/** A reason in an answer: one that this version does not know is `unknown`, and the app says a general sentence. */
export const toldReason = <const Codes extends readonly string[]>(codes: Codes) => z.nullable(status(codes));

/** What an operator gives: a code of the list, and perhaps a note, which people read as it was typed. */
export const givenReason = <const Codes extends readonly string[]>(codes: Codes) => ({
  reason: z.enum(codes as unknown as [Codes[number], ...Codes[number][]], 'format'),
  note: z.optional(note),
});
