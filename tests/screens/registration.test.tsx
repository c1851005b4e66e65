import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { Registration, Session } from '../../contract/auth.ts';
import { CallError } from '../../contract/failure.ts';
import { captchaMachine } from '../../src/machines/auth/captchaMachine.ts';
import { registrationMachine } from '../../src/machines/auth/registrationMachine.ts';
import { CaptchaStatus } from '../../src/screens/registration/CaptchaStatus.tsx';
import RegistrationScreen from '../../src/screens/registration/RegistrationScreen.tsx';
import { failure, manualCall, settled } from '../support/actors.ts';
import { actorAt, type Exploration, reachableSnapshots } from '../support/paths.ts';
import { vera } from '../support/people.ts';
import { describedBy, draw, expectPresentable, languages } from './draw.tsx';

const today = () => Date.parse('2026-11-20T12:00:00Z');
const typed = {
  first_name: 'Anna',
  last_name: 'Lindgren',
  username: 'anna',
  email: 'anna@example.com',
  password: 'Correct7horse',
  password_confirmation: 'Correct7horse',
  phone: '+46 70 123 45 67',
  date_of_birth: '1990-02-14',
  country: 'SE',
  terms: true,
} as const;
const names = Object.keys(typed) as (keyof typeof typed)[];
const change = (name: keyof typeof typed) => ({ type: 'field.changed', name, value: typed[name] }) as const;

const exploration: Exploration<typeof registrationMachine> = {
  input: { now: today },
  events: [...names.map(change), { type: 'form.submitted' }, { type: 'submit.cancelled' }],
  answers: {
    submit: {
      done: [vera],
      error: [
        new CallError(failure('EMAIL_TAKEN')),
        new CallError(failure('USERNAME_TAKEN')),
        new CallError(failure('NETWORK')),
        new CallError(failure('RATE_LIMITED', { retryAfter: 0 })),
      ],
    },
  },
  distinguish: ({ context }) => [
    context.failure?.code,
    Object.keys(context.refused),
    // Fields are independent, so it is enough to know how many are filled in.
    Object.values(context.values).filter(Boolean).length,
  ],
};
/** Drawing is slow: every state of an empty form, of a full one, and of one whose passwords are forgotten tells enough. */
const isTelling = ({ context }: { context: { values: object } }) =>
  [0, names.length - 2, names.length].includes(Object.values(context.values).filter(Boolean).length);

/** The check against robots, standing still. */
const captchaIn = (value: 'solving' | 'solved' | 'absent' | 'failed') =>
  actorAt(captchaMachine, captchaMachine.resolveState({ value, context: { done: 0 } }));

function start() {
  const submit = manualCall<Session, { readonly values: Registration }>();
  const actor = createActor(registrationMachine.provide({ actors: { submit: submit.logic } }), {
    input: { now: today },
  }).start();
  draw(<RegistrationScreen actor={actor} captcha={captchaIn('solved')} termsUrl={null} />);
  const fill = () =>
    act(() => {
      for (const name of names) actor.send(change(name));
    });
  const refuse = (...refusal: Parameters<ReturnType<typeof submit.last>['fail']>) =>
    act(async () => {
      submit.last().fail(...refusal);
      await settled();
    });
  return { actor, submit, fill, refuse, user: userEvent.setup() };
}

const create = () => screen.getByRole('button', { name: 'Create account' });
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);

describe.each(languages)('in %s', (language) => {
  const snapshots = reachableSnapshots(registrationMachine, exploration).filter(isTelling);

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
    async (_, snapshot) => {
      draw(
        <RegistrationScreen
          actor={actorAt(registrationMachine, snapshot)}
          captcha={captchaIn('solved')}
          termsUrl={null}
        />,
        language,
      );
      await expectPresentable();
    },
  );
});

describe.each(languages)('the check against robots, in %s', (language) => {
  test.each(['solving', 'solved', 'absent', 'failed'] as const)('%s is presentable', async (value) => {
    const form = createActor(registrationMachine, { input: { now: today } });
    draw(<RegistrationScreen actor={form} captcha={captchaIn(value)} termsUrl="/terms" />, language);
    await expectPresentable();
  });
});

test('a check that could not be made says so and is made again', async () => {
  const again = vi.fn();
  const captcha = createActor(
    captchaMachine.provide({
      actors: { watchCaptcha: fromCallback(() => {}) },
      actions: { solveAgain: again },
    }),
  ).start();
  draw(<CaptchaStatus actor={captcha} />);
  expect(screen.getByText('Checking that you’re not a robot…')).toBeDefined();
  act(() => captcha.send({ type: 'captcha.failed' }));
  expect(screen.getByRole('alert').textContent).toContain('We couldn’t confirm you’re not a robot.');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Check again' }));
  expect(again).toHaveBeenCalledTimes(1);
  expect(screen.getByText('Checking that you’re not a robot…')).toBeDefined();
  act(() => captcha.send({ type: 'captcha.solved' }));
  expect(screen.getByText('Confirmed: you’re not a robot.')).toBeDefined();
});

describe('a person', () => {
  test('can let the browser fill it in', () => {
    start();
    for (const [label, name, autocomplete] of [
      [/^First name/, 'first_name', 'given-name'],
      [/^Last name/, 'last_name', 'family-name'],
      [/^Username/, 'username', 'username'],
      [/^Email/, 'email', 'email'],
      [/^Phone/, 'phone', 'tel'],
      [/^Password/, 'password', 'new-password'],
      [/^Confirm password/, 'password_confirmation', 'new-password'],
    ] as const)
      expect(field(label)).toMatchObject({ name, autocomplete });
    expect(field(/^Phone/).inputMode).toBe('tel');
  });

  test('is told of every empty field at once, in the order of the page, and can go to each', async () => {
    const { user } = start();
    await user.click(create());
    const summary = screen.getByRole('region', { name: '10 fields need a change' });
    expect(document.activeElement).toBe(summary);
    expect(
      within(summary)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual([
      'Enter your first name.',
      'Enter your last name.',
      'Enter your date of birth.',
      'Choose your country.',
      'Enter your email.',
      'Enter your phone number.',
      'Enter a username.',
      'Enter a password.',
      'Confirm the password.',
      'To create an account, agree to the terms.',
    ]);
    for (const link of within(summary).getAllByRole('link')) {
      await user.click(link);
      expect(describedBy(document.activeElement) + groupError()).toContain(link.textContent);
    }
  });

  test('reads that an email is taken at the email, until it is changed', async () => {
    const { user, fill, refuse } = start();
    fill();
    await user.click(create());
    await refuse('EMAIL_TAKEN');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: '1 field needs a change' }));
    expect(describedBy(field(/^Email/))).toContain('An account with this email already exists.');
    await user.type(field(/^Email/), 'x');
    expect(describedBy(field(/^Email/))).not.toContain('already exists');
    expect(screen.queryByRole('region')).toBeNull();
  });

  test('sees which rules a password meets while typing it, and how strong it is', async () => {
    const { user } = start();
    const rules = () => screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(rules()).toEqual([
      'at least 6 characters, not yet',
      'an uppercase letter, not yet',
      'a lowercase letter, not yet',
      'a digit, not yet',
    ]);
    await user.type(field(/^Password/), 'Зесто7');
    expect(rules()).toEqual([
      'at least 6 characters, met',
      'an uppercase letter, met',
      'a lowercase letter, met',
      'a digit, met',
    ]);
    expect(screen.getByText('Strength: fair')).toBeTruthy();
    await user.type(field(/^Password/), ' и ещё слова');
    expect(screen.getByText('Strength: strong')).toBeTruthy();
    await user.clear(field(/^Password/));
    await user.type(field(/^Password/), 'Aa1Aa1Aa1Aa1Aa1');
    expect(screen.getByText('Strength: weak')).toBeTruthy();
  });

  test('chooses a country by its name in either language', async () => {
    const { user, actor } = start();
    await user.type(screen.getByRole('combobox', { name: /^Country/ }), 'Швец');
    await user.click(screen.getByRole('option', { name: /Sweden/ }));
    expect(actor.getSnapshot().context.values.country).toBe('SE');
  });

  test('types a birthday in the order of the language', async () => {
    const { user, actor } = start();
    await user.click(screen.getByRole('spinbutton', { name: /month/ }));
    await user.keyboard('02141990');
    expect(actor.getSnapshot().context.values.date_of_birth).toBe('1990-02-14');
  });

  test('reads what to do when registration is refused without a reason', async () => {
    const { user, fill, refuse } = start();
    fill();
    await user.click(create());
    await refuse('GENERAL');
    expect(screen.getByRole('region', { name: 'Registration failed. Please try again.' })).toBeTruthy();
  });
});

/** A date's error belongs to the group of its parts, a check box's to its own. */
function groupError(): string {
  return describedBy(document.activeElement?.closest('[role=group]') ?? null);
}
