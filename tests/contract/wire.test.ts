import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openApiDocument } from '../../contract/openapi.ts';
import { problemCodes, problemStatus } from '../../contract/problems.ts';
import { webLink } from '../../contract/schemas.ts';
import {
  canStep,
  exchangeSteps,
  isFinal,
  kycSteps,
  type StatusTable,
  ticketSteps,
  transactionSteps,
} from '../../contract/statuses.ts';
import { readTransactionIn } from '../../contract/transactions.ts';
import { user } from '../../contract/user.ts';
import { wallet } from '../../contract/wallet.ts';
import { webAppCalls } from '../../contract/webAppCalls.ts';

const someone = {
  id: '1',
  first_name: 'Anna',
  last_name: null,
  username: null,
  email: null,
  phone: null,
  date_of_birth: null,
  country: null,
  gender: null,
  address: null,
  city: null,
  zip_code: null,
  avatar_file: null,
  status: 'active',
  kyc_status: 'notStarted',
  created_at: '2026-11-20T09:00:00.000Z',
};

describe('answers', () => {
  test('an unknown status is told as unknown, an unknown field is left out', () => {
    expect(z.parse(user, { ...someone, status: 'sleeping', kyc_status: 'later', shoe_size: 42 })).toEqual({
      ...someone,
      status: 'unknown',
      kyc_status: 'unknown',
    });
  });

  test.each([
    { ...someone, id: 7 },
    { ...someone, first_name: undefined },
    { ...someone, created_at: 'yesterday' },
    null,
    'user',
  ])('what does not fit is refused: %j', (value) => {
    expect(z.safeParse(user, value).success).toBe(false);
  });

  test('a page may link to the web, and nowhere else', () => {
    const page = 'https://explorer.example/tx/0x1f';
    expect(z.parse(webLink, page)).toBe(page);
    for (const link of ['javascript:alert(1)', 'data:text/html,1', '//explorer.example', '/tx/0x1f', '', 7]) {
      expect(z.parse(webLink, link), String(link)).toBeNull();
    }
  });

  test('a transaction of a provider that tells neither confirmations nor a page is one', () => {
    const { confirmations, explorer_url, ...bare } = {
      ...{ id: '1', kind: 'deposit', status: 'processing', token: 'USDT', amount: '1', fee: '0', total: '1' },
      ...{ counterparty: null, tx_hash: null, note: null, can_cancel: false, timeline: [] },
      ...{ created_at: someone.created_at, updated_at: someone.created_at },
      ...{ confirmations: { seen: 1, needed: 12 }, explorer_url: 'javascript:alert(1)' },
    };
    expect(readTransactionIn(bare)).toEqual(bare);
    expect(readTransactionIn({ ...bare, confirmations, explorer_url })).toEqual({
      ...{ ...bare, confirmations },
      explorer_url: null,
    });
  });

  test('money in an answer is a decimal string or it is refused', () => {
    const answer = {
      currency: 'USDT',
      total: '1',
      available: '1',
      pending: '0',
      frozen: '0',
      as_of: someone.created_at,
      tokens: [],
    };
    expect(z.safeParse(wallet, answer).success).toBe(true);
    expect(z.safeParse(wallet, { ...answer, total: null }).success).toBe(true);
    for (const total of [1, '1e5', '1,5', '', ' 1', 'NaN', '0x1', undefined]) {
      expect(z.safeParse(wallet, { ...answer, total }).success, String(total)).toBe(false);
    }
  });
});

describe('OpenAPI', () => {
  test('the document in the repository is the one that the contract makes (npm run contract)', async () => {
    const kept = await readFile(new URL('../../contract/openapi.json', import.meta.url), 'utf8');
    expect(JSON.parse(kept)).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
  });

  test('every call is in it with its statuses', () => {
    const { paths } = openApiDocument();
    const told = Object.values(paths).flatMap((methods) =>
      Object.values(methods as Record<string, { operationId: string }>),
    );
    expect(told.map((operation) => operation.operationId)).toEqual(Object.keys(webAppCalls));
  });

  test('it says of each upload which kinds of files are taken, and how large they may be', () => {
    const uploads = Object.entries(openApiDocument().paths).flatMap(([path, methods]) =>
      Object.values(methods).flatMap((operation) => {
        const form = operation.requestBody?.content['multipart/form-data'];
        if (!form) return [];
        return Object.entries(form.encoding ?? {}).map(([field, { contentType }]) => ({
          path: path.replace('/api/web-app', ''),
          contentType,
          most: form.schema.properties?.[field]?.maxLength,
        }));
      }),
    );
    const most = 10 * 1024 * 1024 - 1;
    expect(uploads).toEqual([
      { path: '/profile/avatar', contentType: 'image/jpeg, image/png', most },
      { path: '/kyc/documents', contentType: 'image/jpeg, image/png, application/pdf', most },
      { path: '/support/attachments', contentType: 'image/jpeg, image/png, application/pdf', most },
    ]);
  });

  test('the fixed calls are exactly the spec’s', () => {
    const lines = Object.values(webAppCalls).map((call) => `${call.method} ${call.path}`);
    expect(lines).toEqual(
      expect.arrayContaining([
        'POST /auth/register',
        'POST /auth/login',
        'GET /profile',
        'GET /wallet',
        'GET /wallet/holds',
      ]),
    );
  });
});

test('every problem code has a status that is a refusal', () => {
  for (const code of problemCodes) expect(problemStatus[code]).toBeGreaterThanOrEqual(400);
});

describe('status tables', () => {
  const tables: [string, StatusTable, string[]][] = [
    ['exchange', exchangeSteps, ['pending', 'completed', 'failed', 'cancelled']],
    ['transaction', transactionSteps, ['pending', 'processing', 'completed', 'failed', 'cancelled']],
    ['kyc', kycSteps, ['notStarted', 'inProgress', 'pending', 'approved', 'rejected', 'expired']],
    ['ticket', ticketSteps, ['open', 'inProgress', 'resolved', 'closed']],
  ];

  test.each(tables)('%s has the spec’s words and every status can be reached', (_, table, words) => {
    expect(Object.keys(table)).toEqual(words);
    const reached = new Set([words[0]]);
    for (const from of reached) for (const to of table[from ?? ''] ?? []) reached.add(to);
    expect([...reached].toSorted()).toEqual(words.toSorted());
  });

  test('money that is processing cannot be cancelled, and an end is an end', () => {
    expect(canStep(transactionSteps, 'pending', 'cancelled')).toBe(true);
    expect(canStep(transactionSteps, 'processing', 'cancelled')).toBe(false);
    expect(canStep(transactionSteps, 'nonsense', 'completed')).toBe(false);
    expect(isFinal(transactionSteps, 'completed')).toBe(true);
    expect(isFinal(transactionSteps, 'pending')).toBe(false);
    expect(isFinal(transactionSteps, 'nonsense')).toBe(false);
  });
});
