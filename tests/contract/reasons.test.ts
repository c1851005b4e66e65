import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { kycCall } from '../../contract/kyc.ts';
import {
  documentReasons,
  freezeReasons,
  givenReason,
  refusalReasons,
  transactionReasons,
} from '../../contract/reasons.ts';
import { readUser } from '../../contract/user.ts';
import en from '../../src/locales/en/kyc.json' with { type: 'json' };
import enTransactions from '../../src/locales/en/transactions.json' with { type: 'json' };
import enWallet from '../../src/locales/en/wallet.json' with { type: 'json' };
import { rejected } from '../support/verifications.ts';

test.each([
  ['documents', documentReasons, en.reasons],
  ['transactions', transactionReasons, enTransactions.reasons],
  ['freezes', freezeReasons, enWallet.frozenAccount.reasons],
])('the reasons of %s have a sentence each, and one for what is unknown', (_, codes, sentences) => {
  expect(Object.keys(sentences).sort()).toEqual([...codes, 'unknown'].sort());
});

test('whatever an operator can give, people can be told', () => {
  expect(refusalReasons.filter((code) => !transactionReasons.includes(code))).toEqual([]);
});

test('a code of a newer server is unknown to an older app and breaks nothing', () => {
  const documents = rejected.kyc.documents.map((each) => ({ ...each, reason_code: 'invented_later' }));
  const told = z.parse(kycCall.answer, { data: { ...rejected.kyc, documents } });
  expect(told.data.documents.map(({ reason_code }) => reason_code)).toEqual([
    'unknown',
    'unknown',
    'unknown',
  ]);
  const frozen = { reason: 'invented_later', note: null, since: '2026-11-20T09:00:00.000Z' };
  expect(z.parse(readUser(''), { status: 'frozen', freeze: frozen }).freeze).toMatchObject({
    reason: 'unknown',
    note: null,
  });
  expect(z.parse(readUser(''), { status: 'frozen', freeze: 'a later form' }).freeze).toBeNull();
});

test('a document of an older server has its text and no code', () => {
  const documents = rejected.kyc.documents.map(({ reason_code: _, ...each }) => ({
    ...each,
    reason: 'Old.',
  }));
  const told = z.parse(kycCall.answer, { data: { ...rejected.kyc, documents } });
  expect(told.data.documents[0]?.reason_code ?? null).toBeNull();
  expect(told.data.documents[0]?.reason).toBe('Old.');
});

test.each([
  [{ reason: 'unreadable', note: 'The lower line.' }, true],
  [{ reason: 'unreadable' }, true],
  [{ reason: 'ugly' }, false],
  [{ reason: 'unreadable', note: '' }, false],
  [{ reason: 'unreadable', note: 'x'.repeat(501) }, false],
  [{}, false],
])('an operator may give %j: %j', (given, isRight) => {
  expect(z.safeParse(z.strictObject(givenReason(documentReasons)), given).success).toBe(isRight);
});
