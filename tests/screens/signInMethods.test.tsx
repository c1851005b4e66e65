import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Session } from '../../contract/auth.ts';
import type { GoogleCallback } from '../../contract/authCallback.ts';
import { CallError } from '../../contract/failure.ts';
import { type FailureCode, passkeyFailureCodes } from '../../contract/failureCodes.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { OfferedSignInMethods as Offered } from '../../contract/thirdParty.ts';
import { PageTitle } from '../../src/components/base/PageTitle.tsx';
import { askResetMachine, newPasswordMachine } from '../../src/machines/auth/accountEmailForms.ts';
import { accountEmailsMachine } from '../../src/machines/auth/accountEmailsMachine.ts';
import { browserWalletMachine } from '../../src/machines/auth/browserWalletMachine.ts';
import { googleLinkMachine } from '../../src/machines/auth/googleLinkMachine.ts';
import { googleMachine } from '../../src/machines/auth/googleMachine.ts';
import type { IdTokenRequest } from '../../src/machines/auth/idTokenCallback.ts';
import { passkeySignInMachine } from '../../src/machines/auth/passkeySignInMachine.ts';
import { secondFactorForm } from '../../src/machines/auth/secondFactorForm.ts';
import { secondFactorMachine } from '../../src/machines/auth/secondFactorMachine.ts';
import { signInMethodsResource } from '../../src/machines/auth/signInMethodsMachine.ts';
import { AskEmailForm, NewPasswordForm } from '../../src/screens/signInMethods/AccountEmailForms.tsx';
import { AccountEmailsPanel } from '../../src/screens/signInMethods/AccountEmailsPanel.tsx';
import { GooglePanel } from '../../src/screens/signInMethods/GooglePanel.tsx';
import { PasskeyPanel } from '../../src/screens/signInMethods/PasskeyPanel.tsx';
import { SecondFactorPanel } from '../../src/screens/signInMethods/SecondFactorPanel.tsx';
import { SignInMethods } from '../../src/screens/signInMethods/SignInMethods.tsx';
import { SignInMethodsPanel } from '../../src/screens/signInMethods/SignInMethodsPanel.tsx';
import { WalletPanel } from '../../src/screens/signInMethods/WalletPanel.tsx';
import { failure, manualCall, settled } from '../support/actors.ts';
import { actorAt, type Exploration, reachableSnapshots } from '../support/paths.ts';
import { vera } from '../support/people.ts';
import { arrives, draw, expectPresentable, languages } from './draw.tsx';

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
const first = { method: 'google', credential: 'a.b.c', nonce } as const;
const resting = createActor(passkeySignInMachine);
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

/** The request that this tab stored before it left for the provider. */
const stored = { state: 'mine', nonce };
const takeStored = fromPromise<IdTokenRequest | null, void>(async () => stored);
const google: Exploration<typeof googleMachine> = {
  input: { now: () => 0, callback: good },
  events: [
    { type: 'google.returned', callback: { ...good, credential: null } },
    { type: 'google.returned', callback: { ...good, credential: 'a.b.c' } },
    { type: 'google.returned', callback: { ...good, state: 'of another' } },
  ],
  answers: {
    takeRequest: { done: [stored] },
    leaveFor: {},
    openSession: { done: [vera], error: errors('CREDENTIAL_INVALID', 'NETWORK', 'RATE_LIMITED') },
    googleLink: {},
  },
  distinguish: ({ context }) => [context.problem, context.failure?.code],
};

const provider = {
  name: 'Demo ID',
  authorization_endpoint: 'https://login.example/authorize',
  client_id: 'zesto',
  scope: 'openid',
};
/** The server has said to which provider one can go. */
function offering(google: Offered['google']) {
  const offered = createActor(signInMethodsResource, { input: { now: () => 0 } });
  const data: Offered = { google, why_not: null, emails: true, support_email: null };
  const { context } = offered.getSnapshot();
  return actorAt(
    signInMethodsResource,
    signInMethodsResource.resolveState({ value: { ready: 'fresh' }, context: { ...context, data } }),
  );
}

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

const assertion = {
  id: 'a',
  rawId: 'a',
  type: 'public-key' as const,
  response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a', userHandle: 'a' },
};
const passkey: Exploration<typeof passkeySignInMachine> = {
  input: undefined,
  events: [{ type: 'passkey.wanted' }],
  answers: {
    watchField: {},
    offerPasskey: {},
    requestPasskey: { done: [assertion], error: errors(...passkeyFailureCodes, 'NETWORK') },
    openByPasskey: { done: [vera], error: errors('PASSKEY_UNKNOWN', 'RATE_LIMITED') },
  },
  distinguish: ({ context }) => context.failure?.code,
};

const named = <Snapshot extends { value: unknown }>(snapshots: Snapshot[]) =>
  snapshots.map((snapshot, index) => [`${index} ${JSON.stringify(snapshot.value)}`, snapshot] as const);

describe.each(languages)('in %s', (language) => {
  test.each(named(reachableSnapshots(browserWalletMachine, wallet).filter((s) => s.hasTag('instead'))))(
    'the wallet: %s is presentable',
    { tags: 'long' },
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
      // Where to get one, for who has none, and for nobody else.
      const [get = null, ...others] = screen.queryAllByRole('link');
      const isMissing = snapshot.context.problem === 'notInstalled' && snapshot.matches('failed');
      expect([get?.getAttribute('href'), get?.getAttribute('rel'), others]).toEqual(
        isMissing ? ['https://metamask.io/download', 'noopener noreferrer', []] : [undefined, undefined, []],
      );
    },
  );

  test.each(named(reachableSnapshots(passkeySignInMachine, passkey).filter((s) => s.hasTag('instead'))))(
    'a passkey: %s is presentable',
    { tags: 'long' },
    async (_, snapshot) => {
      draw(
        <>
          <PageTitle>Log in</PageTitle>
          <PasskeyPanel actor={actorAt(passkeySignInMachine, snapshot)} />
        </>,
        language,
      );
      await expectPresentable();
    },
  );

  test.each([
    ['a passkey alone', ['passkey', 'recovery_code'], true, /recovery|резервн/i],
    ['a passkey and an app', ['passkey', 'totp', 'recovery_code'], true, /6-digit|6-значный/],
    ['an app alone', ['totp', 'recovery_code'], false, /6-digit|6-значный/],
    ['what this app does not know', [], false, /6-digit|6-значный/],
  ] as const)('the second step of an account with %s', async (_, methods, hasPasskey, label) => {
    const actor = createActor(secondFactorMachine, {
      input: { now: () => 0, pending: { first, methods } },
    }).start();
    draw(
      <>
        <PageTitle>Log in</PageTitle>
        <SecondFactorPanel actor={actor} passkey={resting} support="help@example.com" />
      </>,
      language,
    );
    const button = screen.queryByRole('button', { name: /^(Use a passkey|Войти ключом доступа)$/ });
    expect(button !== null).toBe(hasPasskey);
    expect(screen.getByRole('textbox', { name: label })).toBeDefined();
    expect(screen.getByRole('link', { name: 'help@example.com' }).getAttribute('href')).toBe(
      'mailto:help@example.com',
    );
    await expectPresentable();
    actor.stop();
  });

  test.each(named(reachableSnapshots(googleMachine, google).filter((s) => s.hasTag('instead'))))(
    'another provider: %s is presentable',
    { tags: 'long' },
    async (_, snapshot) => {
      const actor = actorAt(googleMachine, snapshot);
      draw(
        <>
          <PageTitle>Log in</PageTitle>
          <GooglePanel actor={actor} offeredMethods={offering(provider)} />
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
          takeRequest: takeStored,
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
        <GooglePanel actor={actor} offeredMethods={offering(provider)} />
      </>,
      language,
    );
    expect(document.body.textContent).toContain('vera@example.com');
    await expectPresentable();
  });

  test.each(
    named(reachableSnapshots(accountEmailsMachine, accountEmails).filter((s) => s.hasTag('instead'))),
  )('accountEmails: %s is presentable', { tags: 'long' }, async (_, snapshot) => {
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

  test.each(['resetSent', 'confirmationSent', 'passwordSet', 'unusable'] as const)(
    'accountEmails: %s is presentable',
    { tags: 'long' },
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

  test('accountEmails: a verification link that was used says so, and leads to the login', async () => {
    const used = failure('LINK_EXPIRED', { fields: { token: 'used' } });
    const snapshot = accountEmailsMachine.resolveState({
      value: 'unconfirmed',
      context: { now: () => 0, callback: { from: 'confirmation', token }, email: '', failure: used },
    });
    draw(
      <>
        <PageTitle>Log in</PageTitle>
        <AccountEmailsPanel actor={actorAt(accountEmailsMachine, snapshot)} />
      </>,
      language,
    );
    const words = { en: ['Already verified', 'Log in'], ru: ['Адрес уже подтверждён', 'Войти'] } as const;
    const [title, logIn] = words[language];
    screen.getByRole('heading', { name: title });
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([logIn]);
    await expectPresentable();
  });

  test('accountEmails: each form, empty and refused, is presentable', { tags: 'long' }, async () => {
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

  test.each([
    ['nothing', null],
    ['a wrong code', failure('VALIDATION_FAILED', { fields: { otp: 'mismatch' } })],
    ['a wrong clock', failure('VALIDATION_FAILED', { fields: { otp: 'clock_skew' } })],
    ['too many codes', failure('RATE_LIMITED', { retryAfter: 600 })],
    ['no captcha', failure('CAPTCHA_FAILED')],
    ['an ID token that is over', failure('CREDENTIAL_INVALID')],
  ] as const)('the second step after %s is presentable', { tags: 'long' }, async (_, refusal) => {
    const actor = createActor(
      secondFactorMachine.provide({
        actors: {
          secondFactorForm: secondFactorForm.provide({
            actors: {
              submit: fromPromise(() => Promise.reject(new CallError(refusal ?? failure('GENERAL')))),
            },
          }),
        },
      }),
      { input: { now: () => 0, pending: { first, methods: ['totp', 'recovery_code'] } } },
    ).start();
    const form = actor.getSnapshot().children.secondFactorForm;
    if (refusal) {
      form?.send({ type: 'field.changed', name: 'otp', value: '123456' });
      form?.send({ type: 'form.submitted' });
      await settled();
    }
    draw(
      <>
        <PageTitle>Log in</PageTitle>
        <SecondFactorPanel actor={actor} passkey={resting} support="help@example.com" />
      </>,
      language,
    );
    expect(document.querySelectorAll('input')).toHaveLength(1);
    await expectPresentable();
    actor.stop();
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
  test.each(offered)('the sign-in methods that %s are presentable', { tags: 'long' }, async (name, read) => {
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
          passkey={resting}
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

test.each([
  [{ type: 'reset.wanted', email: '' }, 'Reset your password'],
  [{ type: 'confirmation.wanted', email: '' }, 'Verify your email address'],
  [{ type: 'emailLink.opened', callback: { from: 'reset', token } }, 'Set a new password'],
  [{ type: 'emailLink.opened', callback: { from: 'confirmation', token } }, 'Verify your email address'],
] as const)('after %j one title is seen over the form', (event, title) => {
  const actor = createActor(
    accountEmailsMachine.provide({ actors: { confirmEmail: fromPromise(() => new Promise(() => {})) } }),
    { input: { now: () => 0, callback: null } },
  ).start();
  actor.send(event);
  draw(
    <SignInMethodsPanel
      offeredMethods={offering(provider)}
      browserWallet={createActor(browserWalletMachine, { input: { linked: [] } })}
      google={createActor(googleMachine, { input: { ...google.input, callback: null } })}
      accountEmails={actor}
      secondFactor={createActor(secondFactorMachine, { input: { now: () => 0, pending: null } })}
      passkey={resting}
    />,
  );
  const seen = screen.getAllByRole('heading').filter(({ classList }) => !classList.contains('sr-only'));
  expect(seen.map(({ textContent }) => textContent)).toEqual([title]);
  actor.stop();
});

test('a login that was cancelled is tried again at the same provider', async () => {
  const left: unknown[] = [];
  const actor = createActor(
    googleMachine.provide({
      actors: {
        takeRequest: takeStored,
        leaveFor: fromPromise<void, { readonly provider: typeof provider }>(
          async ({ input }) => void left.push(input),
        ),
      },
    }),
    { input: { ...google.input, callback: { ...good, credential: null, isCancelled: true } } },
  ).start();
  await settled();
  draw(<GooglePanel actor={actor} offeredMethods={offering(provider)} />);
  expect(screen.getByRole('heading', { name: 'Login cancelled' })).toBeDefined();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(left).toEqual([{ provider }]);
});

test('the title of a login takes the focus anew when a password is asked for, so that it is announced', async () => {
  const call = manualCall<Session, { readonly credential: string; readonly nonce: string }>();
  const actor = createActor(
    googleMachine.provide({
      actors: {
        takeRequest: takeStored,
        openSession: call.logic,
        googleLink: googleLinkMachine,
      },
    }),
    { input: google.input },
  ).start();
  await settled();
  draw(<GooglePanel actor={actor} offeredMethods={offering(provider)} />);
  const before = screen.getByRole('heading', { level: 2 });
  expect(document.activeElement).toBe(before);
  await arrives(() => call.last().fail('PASSWORD_REQUIRED'));
  const after = screen.getByRole('heading', { name: 'Enter your password once' });
  expect(after).not.toBe(before);
  expect(document.activeElement).toBe(after);
});
