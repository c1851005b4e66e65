import { describe, expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { GoogleCallback } from '../../contract/authCallback.ts';
import { CallError, type FailureCode } from '../../contract/failure.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { OfferedSignInMethods as Offered } from '../../contract/thirdParty.ts';
import { PageTitle } from '../../src/components/base/PageTitle.tsx';
import { askResetMachine, newPasswordMachine } from '../../src/machines/auth/accountEmailForms.ts';
import { accountEmailsMachine } from '../../src/machines/auth/accountEmailsMachine.ts';
import { browserWalletMachine } from '../../src/machines/auth/browserWalletMachine.ts';
import { googleLinkMachine } from '../../src/machines/auth/googleLinkMachine.ts';
import { googleMachine } from '../../src/machines/auth/googleMachine.ts';
import { signInMethodsResource } from '../../src/machines/auth/signInMethodsMachine.ts';
import { AskEmailForm, NewPasswordForm } from '../../src/screens/signInMethods/AccountEmailForms.tsx';
import { AccountEmailsPanel } from '../../src/screens/signInMethods/AccountEmailsPanel.tsx';
import { GooglePanel } from '../../src/screens/signInMethods/GooglePanel.tsx';
import { SignInMethods } from '../../src/screens/signInMethods/SignInMethods.tsx';
import { WalletPanel } from '../../src/screens/signInMethods/WalletPanel.tsx';
import { failure, settled } from '../support/actors.ts';
import { actorAt, type Exploration, reachableSnapshots } from '../support/paths.ts';
import { vera } from '../support/people.ts';
import { draw, expectPresentable, languages } from './draw.tsx';

const fox = { id: 'fox', name: 'MetaMask', icon: 'data:image/png;base64,iVBORw0KGgo=' };
const script = { id: 'bear', name: null, icon: 'javascript:alert(1)' };
const token = 'x'.repeat(43);
const nonce = 'nonce of this tab';
const good: GoogleCallback = {
  from: 'google',
  credential: `a.${Buffer.from(JSON.stringify({ nonce, email: 'vera@example.com' })).toString('base64url')}.c`,
  state: 'mine',
  isCancelled: false,
};
const errors = (...codes: FailureCode[]) => codes.map((code) => new CallError(failure(code)));

const wallet: Exploration<typeof browserWalletMachine> = {
  input: { linked: [] },
  events: [
    { type: 'wallet.wanted' },
    { type: 'wallet.picked', id: 'fox' },
    { type: 'account.switched', address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' },
  ],
  answers: {
    findWallets: { done: [[], [fox, script]] },
    requestAccounts: {
      done: [[], ['0x52908400098527886E0F7030069857D2E4169EE7']],
      error: [{ code: 4001 }, { code: -32002 }, new Error('broken')],
    },
    requestMessage: { done: ['sign me'], error: errors('NETWORK') },
    signMessage: { done: ['0x1'] },
    submitProof: { done: [vera], error: errors('NONCE_UNKNOWN', 'RATE_LIMITED') },
    watchAccounts: {},
  },
  distinguish: ({ context }) => [context.problem, context.failure?.code, context.isSwitched],
};

const google: Exploration<typeof googleMachine> = {
  input: { now: () => 0, callback: good, takeRequest: () => ({ state: 'mine', nonce }) },
  events: [
    { type: 'google.returned', callback: { ...good, credential: null } },
    { type: 'google.returned', callback: { ...good, credential: 'a.b.c' } },
    { type: 'google.returned', callback: { ...good, state: 'of another' } },
  ],
  answers: {
    leaveFor: {},
    openSession: { done: [vera], error: errors('CREDENTIAL_INVALID', 'NETWORK', 'RATE_LIMITED') },
    googleLink: {},
  },
  distinguish: ({ context }) => [context.problem, context.failure?.code],
};

const accountEmails: Exploration<typeof accountEmailsMachine> = {
  input: { now: () => 0, callback: { from: 'confirmation', token } },
  events: [{ type: 'confirmation.retried' }],
  answers: {
    askReset: {},
    askConfirmation: {},
    newPassword: {},
    confirmEmail: { done: [undefined], error: errors('LINK_EXPIRED', 'NETWORK', 'RATE_LIMITED') },
  },
  distinguish: ({ context }) => context.failure?.code,
};

const named = <Snapshot extends { value: unknown }>(snapshots: Snapshot[]) =>
  snapshots.map((snapshot, index) => [`${index} ${JSON.stringify(snapshot.value)}`, snapshot] as const);

describe.each(languages)('in %s', (language) => {
  test.each(named(reachableSnapshots(browserWalletMachine, wallet).filter((s) => s.hasTag('instead'))))(
    'the wallet: %s is presentable',
    async (_, snapshot) => {
      const actor = actorAt(browserWalletMachine, snapshot);
      draw(
        <>
          <PageTitle>Log in</PageTitle>
          <WalletPanel actor={actor} />
        </>,
        language,
      );
      await expectPresentable();
      expect([...document.images].every(({ src }) => src.startsWith('data:image/'))).toBe(true);
    },
  );

  test.each(named(reachableSnapshots(googleMachine, google).filter((s) => s.hasTag('instead'))))(
    'another provider: %s is presentable',
    async (_, snapshot) => {
      const actor = actorAt(googleMachine, snapshot);
      draw(
        <>
          <PageTitle>Log in</PageTitle>
          <GooglePanel actor={actor} />
        </>,
        language,
      );
      await expectPresentable();
    },
  );

  test('another provider: the password of the account is asked for', async () => {
    const actor = createActor(
      googleMachine.provide({
        actors: {
          openSession: fromPromise(() => Promise.reject(new CallError(failure('PASSWORD_REQUIRED')))),
          googleLink: googleLinkMachine,
        },
      }),
      { input: google.input },
    ).start();
    await settled();
    draw(
      <>
        <PageTitle>Log in</PageTitle>
        <GooglePanel actor={actor} />
      </>,
      language,
    );
    expect(document.body.textContent).toContain('vera@example.com');
    await expectPresentable();
  });

  test.each(
    named(reachableSnapshots(accountEmailsMachine, accountEmails).filter((s) => s.hasTag('instead'))),
  )('accountEmails: %s is presentable', async (_, snapshot) => {
    const actor = actorAt(accountEmailsMachine, snapshot);
    draw(
      <>
        <PageTitle>Log in</PageTitle>
        <AccountEmailsPanel actor={actor} />
      </>,
      language,
    );
    await expectPresentable();
  });

  test.each(['resetSent', 'confirmationSent', 'passwordSet'] as const)(
    'accountEmails: %s is presentable',
    async (value) => {
      const snapshot = accountEmailsMachine.resolveState({
        value,
        context: { now: () => 0, callback: null, email: 'vera@example.com', failure: null },
      });
      draw(
        <>
          <PageTitle>Log in</PageTitle>
          <AccountEmailsPanel actor={actorAt(accountEmailsMachine, snapshot)} />
        </>,
        language,
      );
      await expectPresentable();
    },
  );

  test('accountEmails: each form, empty and refused, is presentable', async () => {
    const ask = createActor(askResetMachine, { input: { now: () => 0 } }).start();
    const set = createActor(newPasswordMachine, { input: { now: () => 0 } }).start();
    ask.send({ type: 'form.submitted' });
    set.send({ type: 'form.submitted' });
    draw(
      <>
        <PageTitle>Log in</PageTitle>
        <AskEmailForm actor={ask} />
        <NewPasswordForm actor={set} />
      </>,
      language,
    );
    await expectPresentable();
  });

  const offered: readonly [string, () => Promise<Offered>][] = [
    ['are being asked for', () => new Promise(() => {})],
    [
      'are there',
      async () => ({
        google: {
          name: 'Demo ID',
          authorization_endpoint: 'https://a.example',
          client_id: 'a',
          scope: 'openid',
        },
        why_not: null,
        emails: true,
      }),
    ],
    ['are not set up', async () => ({ google: null, why_not: 'not_configured', emails: false })],
    ['are those of the spec alone', async () => ({ google: null, why_not: 'not_configured', emails: null })],
    [
      'have an address of support beside them',
      async () => ({
        google: null,
        why_not: 'not_configured',
        emails: false,
        support_email: 'help@example.org',
      }),
    ],
    ['cannot be reached', async () => ({ google: null, why_not: 'unreachable', emails: true })],
    ['could not be asked for', () => Promise.reject(new CallError(failure('NETWORK')))],
  ];
  test.each(offered)('the sign-in methods that %s are presentable', async (name, read) => {
    const offeredMethods = createActor(
      signInMethodsResource.provide({
        actors: {
          load: fromPromise<Loaded<Offered>, ReadRequest>(async () => ({
            data: await read(),
            loadedAt: 0,
          })),
        },
      }),
      { input: { now: () => 0 } },
    ).start();
    await settled();
    draw(
      <>
        <PageTitle>Log in</PageTitle>
        <SignInMethods
          offeredMethods={offeredMethods}
          browserWallet={createActor(browserWalletMachine, { input: { linked: [] } })}
          google={createActor(googleMachine, { input: { ...google.input, callback: null } })}
          accountEmails={createActor(accountEmailsMachine, { input: { now: () => 0, callback: null } })}
          email="vera@example.com"
          hasPassword
          isUnconfirmed
        />
      </>,
      language,
    );
    await expectPresentable();
    const support = document.querySelector('a[href^="mailto:"]');
    const isThere = name === 'have an address of support beside them';
    expect(support?.getAttribute('href')).toBe(isThere ? 'mailto:help@example.org' : undefined);
  });
});
