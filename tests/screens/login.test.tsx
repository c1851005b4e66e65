import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { Credentials, Session } from '../../contract/auth.ts';
import { CallError } from '../../contract/failure.ts';
import { captchaMachine } from '../../src/machines/auth/captchaMachine.ts';
import { signInMachine } from '../../src/machines/auth/signInMachine.ts';
import LoginScreen from '../../src/screens/login/LoginScreen.tsx';
import { failure, manualCall, settled } from '../support/actors.ts';
import { fillIn } from '../support/fillIn.ts';
import { actorAt, type Exploration, reachableSnapshots } from '../support/paths.ts';
import { vera } from '../support/people.ts';
import { describedBy, draw, expectPresentable, languages } from './draw.tsx';

const exploration: Exploration<typeof signInMachine> = {
  input: { now: () => 0 },
  events: [
    { type: 'field.changed', name: 'email', value: 'anna@example.com' },
    { type: 'field.changed', name: 'password', value: 'Correct7horse' },
    { type: 'form.submitted' },
    { type: 'submit.cancelled' },
  ],
  answers: {
    submit: {
      done: [vera],
      error: [
        new CallError(failure('INVALID_CREDENTIALS')),
        new CallError(failure('NETWORK')),
        new CallError(failure('VALIDATION_FAILED', { fields: { email: 'format' } })),
        new CallError(failure('RATE_LIMITED', { retryAfter: 0 })),
        new TypeError('a bug in a service'),
      ],
    },
  },
  distinguish: ({ context }) => [
    Object.keys(context.errors),
    context.failure?.code,
    context.values.email === '',
    context.values.password === '',
  ],
};

const captchaIn = (value: 'expected' | 'solving', done = 0) =>
  actorAt(captchaMachine, captchaMachine.resolveState({ value, context: { done } }));

function start() {
  const clock = new SimulatedClock();
  const submit = manualCall<Session, { readonly values: Credentials }>();
  const actor = createActor(signInMachine.provide({ actors: { submit: submit.logic } }), {
    clock,
    input: { now: () => clock.now() },
  }).start();
  draw(<LoginScreen captcha={captchaIn('expected')} actor={actor} reason={null} />);
  const refuse = (...refusal: Parameters<ReturnType<typeof submit.last>['fail']>) =>
    act(async () => {
      submit.last().fail(...refusal);
      await settled();
    });
  return { clock, submit, refuse, user: userEvent.setup() };
}

const email = () => screen.getByLabelText<HTMLInputElement>(/^Email/);
const password = () => screen.getByLabelText<HTMLInputElement>(/^Password/);
const logIn = () => screen.getByRole('button', { name: 'Log in' });

describe.each(languages)('in %s', (language) => {
  const snapshots = reachableSnapshots(signInMachine, exploration);

  test('every state is drawn', () => {
    const states = new Set(snapshots.map(({ value }) => JSON.stringify(value)));
    expect([...states].sort()).toEqual([
      '"accepted"',
      '"throttled"',
      '{"editing":"correcting"}',
      '{"editing":"filling"}',
      '{"submitting":"prompt"}',
      '{"submitting":"slow"}',
    ]);
  });

  test.each(snapshots.map((snapshot, index) => [`${index} ${JSON.stringify(snapshot.value)}`, snapshot]))(
    'state %s is presentable',
    { tags: 'long' },
    async (_, snapshot) => {
      draw(
        <LoginScreen
          captcha={captchaIn('expected')}
          actor={actorAt(signInMachine, snapshot)}
          reason={null}
        />,
        language,
      );
      await expectPresentable();
    },
  );

  test.each(['auth:login.accountClosed', 'auth:login.sessionEnded', 'auth:login.returning'] as const)(
    'it says what brought the person: %s',
    async (reason) => {
      draw(
        <LoginScreen
          captcha={captchaIn('expected')}
          actor={createActor(signInMachine, { input: { now: () => 0 } })}
          reason={reason}
        />,
        language,
      );
      await expectPresentable();
    },
  );
});

describe('a person', () => {
  test('can let a password manager fill it in', () => {
    start();
    expect(email()).toMatchObject({ type: 'email', name: 'email', autocomplete: 'username webauthn' });
    expect(password()).toMatchObject({
      type: 'password',
      name: 'password',
      autocomplete: 'current-password',
    });
  });

  test('is told at each field and in a summary that takes the focus what is missing', async () => {
    const { user } = start();
    await user.click(logIn());

    const summary = screen.getByRole('region', { name: '2 fields need a change' });
    expect(document.activeElement).toBe(summary);
    expect(
      within(summary)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Enter your email.', 'Enter a password.']);
    expect(email()).toHaveProperty('ariaInvalid', 'true');
    expect(describedBy(email())).toContain('Enter your email.');
    expect(describedBy(password())).toContain('Enter a password.');

    await user.click(within(summary).getByRole('link', { name: 'Enter a password.' }));
    expect(document.activeElement).toBe(password());
    await user.keyboard('Correct7horse');
    expect(screen.getByRole('region', { name: '1 field needs a change' })).toBeTruthy();
    expect(document.activeElement).toBe(password());
  });

  test('reads the spec’s sentence for a wrong password, and keeps what was typed', async () => {
    const { user, refuse } = start();
    await fillIn(user, email(), 'anna@example.com');
    await fillIn(user, password(), 'Wrong7horse{Enter}');
    await refuse('INVALID_CREDENTIALS');

    const summary = screen.getByRole('region', { name: 'Invalid email or password.' });
    expect(document.activeElement).toBe(summary);
    expect(summary.textContent).toContain('Check for typos.');
    expect([email().value, password().value]).toEqual(['anna@example.com', 'Wrong7horse']);
  });

  test.each([
    ['NETWORK', 'Network error. Please check your connection.'],
    ['INTERNAL', 'Server error. Please try again later.'],
    ['INVALID_RESPONSE', 'Server error. Please try again later.'],
    ['ACCOUNT_BLOCKED', 'Your account has been blocked. Please contact support.'],
    ['EMAIL_UNVERIFIED', 'Please verify your email address before logging in.'],
    ['GENERAL', 'Login failed. Please check your credentials and try again.'],
    ['NOT_FOUND', 'Login failed. Please check your credentials and try again.'],
  ] as const)('reads why it failed: %s', async (code, sentence) => {
    const { user, refuse } = start();
    await fillIn(user, email(), 'anna@example.com');
    await fillIn(user, password(), 'Correct7horse{Enter}');
    await refuse(code);
    expect(screen.getByRole('region', { name: sentence })).toBeTruthy();
  });

  test('sees the wait of a throttled login count down, and why the button does nothing', async () => {
    const { user, refuse, clock, submit } = start();
    await fillIn(user, email(), 'anna@example.com');
    await fillIn(user, password(), 'Wrong7horse{Enter}');
    await refuse('RATE_LIMITED', { retryAfter: 120 });
    expect(screen.getByRole('region', { name: 'Too many attempts.' }).textContent).toContain(
      'You can try again in 2 minutes.',
    );
    act(() => clock.increment(59_000));
    expect(describedBy(logIn())).toBe('You can try again in 61 seconds.');
    await user.click(logIn());
    expect(submit.calls).toHaveLength(1);
    act(() => clock.increment(61_000));
    expect(screen.queryByRole('region')).toBeNull();
    await user.click(logIn());
    expect(submit.calls).toHaveLength(2);
  });

  test('is told that the wait is over while errors keep the summary, until it is sent again', async () => {
    const { user, refuse, clock } = start();
    await fillIn(user, email(), 'anna@example.com');
    await fillIn(user, password(), 'Wrong7horse{Enter}');
    await refuse('RATE_LIMITED', { retryAfter: 2 });
    await user.clear(password());
    const isTold = () => screen.queryAllByRole('status').map((each) => each.textContent);
    expect(isTold()).toEqual(['']);
    act(() => clock.increment(2000));
    expect(screen.getByRole('region', { name: '1 field needs a change' })).toBeTruthy();
    expect(isTold()).toEqual(['You can try again now.']);
    await fillIn(user, password(), 'Wrong7horse{Enter}');
    await refuse('INVALID_CREDENTIALS');
    expect(isTold()).toEqual(['']);
  });

  test('cannot send it twice, and can stop waiting once it takes long', async () => {
    const { user, clock, submit } = start();
    await fillIn(user, email(), 'anna@example.com');
    await user.type(password(), 'Correct7horse{Enter}{Enter}');
    await user.click(logIn());
    expect(submit.calls).toHaveLength(1);
    expect(screen.getByText('Logging in…')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    act(() => clock.increment(10_000));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(email().value).toBe('anna@example.com');
    await user.click(logIn());
    expect(submit.calls).toHaveLength(2);
  });
});

describe.each(languages)('a captcha after wrong passwords in %s', (language) => {
  test('says why it takes long and how far it is, and only while it is waited for', async () => {
    const submitting = reachableSnapshots(signInMachine, exploration).find(({ value }) =>
      JSON.stringify(value).includes('prompt'),
    );
    if (!submitting) throw new Error('nothing is ever submitted');
    const { unmount } = draw(
      <LoginScreen
        actor={actorAt(signInMachine, submitting)}
        captcha={captchaIn('solving', 0.42)}
        reason={null}
      />,
      language,
    );
    const bar = await screen.findByRole('progressbar');
    expect(bar.getAttribute('aria-valuetext')).toBe(language === 'ru' ? '42\u00a0%' : '42%');
    expect(screen.getByRole('alert').textContent).toContain('20');
    await expectPresentable();
    unmount();
    draw(
      <LoginScreen
        actor={createActor(signInMachine, { input: { now: () => 0 } }).start()}
        captcha={captchaIn('solving')}
        reason={null}
      />,
      language,
    );
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
});
