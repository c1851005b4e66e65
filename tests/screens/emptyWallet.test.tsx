import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { Page } from '../../contract/paging.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { SignInMethods } from '../../contract/security.ts';
import type { Transaction } from '../../contract/transactions.ts';
import type { User } from '../../contract/user.ts';
import { PageTitle } from '../../src/components/base/PageTitle.tsx';
import { loginMethodsMachine } from '../../src/machines/profile/loginMethodsMachine.ts';
import { latestMachine } from '../../src/machines/wallet/portfolioArea.ts';
import { EmptyWallet } from '../../src/screens/portfolio/EmptyWallet.tsx';
import { manualCall } from '../support/actors.ts';
import { creditedDeposit } from '../support/walletDeposit.ts';
import { arrives, draw, expectPresentable, type Language, languages, text } from './draw.tsx';

const noon = Date.parse('2026-11-20T12:00:00Z');
const input = { now: () => noon };
const methods: SignInMethods = {
  ...{ password: true, google: false, metamask: [], email_confirmed: false, pending_email: null },
};

function start(status: User['kyc_status'], language: Language = 'en') {
  const lines = manualCall<Loaded<Page<Transaction>>, ReadRequest>();
  const known = manualCall<Loaded<SignInMethods>, ReadRequest>();
  draw(
    <>
      <PageTitle>Zesto</PageTitle>
      <EmptyWallet
        status={status}
        latest={createActor(latestMachine.provide({ actors: { load: lines.logic } }), { input }).start()}
        loginMethods={createActor(loginMethodsMachine.provide({ actors: { load: known.logic } }), {
          input,
        }).start()}
      />
    </>,
    language,
  );
  return {
    answer: (data: Transaction[], email_confirmed: boolean, emails = true) =>
      arrives(() => {
        const meta = { page: 1, per_page: 5, total: data.length };
        lines.last().answer({ data: { data, meta }, loadedAt: noon });
        known.last().answer({ data: { ...methods, email_confirmed, emails }, loadedAt: noon });
      }),
  };
}

const steps = () =>
  within(screen.getByRole('region', { name: /First steps|Первые шаги/ }))
    .getAllByRole('listitem')
    .map((step) => [text(step), within(step).queryByRole('link')?.getAttribute('href') ?? null]);

test('a new wallet says what to do first, and marks what is done', async () => {
  const { answer } = start('notStarted');
  expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toBe('/transactions?tab=receive');
  expect(steps()).toEqual([
    ['Verify your email', '/profile#profile-security'],
    ['Verify your identity', '/kyc'],
    ['Make your first deposit', '/transactions?tab=receive'],
  ]);
  await answer([], true);
  expect(steps()).toEqual([
    ['Verify your emailDone', null],
    ['Verify your identity', '/kyc'],
    ['Make your first deposit', '/transactions?tab=receive'],
  ]);
});

test('where no emails are sent no step is to verify the address', async () => {
  const { answer } = start('notStarted');
  await answer([], false, false);
  expect(steps()).toEqual([
    ['Verify your identity', '/kyc'],
    ['Make your first deposit', '/transactions?tab=receive'],
  ]);
});

test('a deposit that did not come is none, and one that came is marked', async () => {
  const { answer } = start('approved');
  await answer([{ ...creditedDeposit, status: 'failed' }], false);
  expect(steps().map(([, href]) => href)).toEqual([
    '/profile#profile-security',
    null,
    '/transactions?tab=receive',
  ]);
});

test('whoever has done everything is not told what to do', async () => {
  const { answer } = start('approved');
  expect(screen.queryByRole('region')).toBeNull();
  await answer([creditedDeposit], true);
  expect(screen.queryByRole('region')).toBeNull();
  expect(text()).toContain('Your wallet is ready');
});

describe.each(languages)('in %s', (language) => {
  test.each(['notStarted', 'pending', 'approved', 'unknown'] as const)(
    'with an identity that is %s it is presentable',
    async (status) => {
      const { answer } = start(status, language);
      await expectPresentable();
      await answer([creditedDeposit], false);
      await expectPresentable();
    },
  );
});
