import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { Registration, Session } from '../../contract/auth.ts';
import { CallError } from '../../contract/failure.ts';
import { captchaMachine } from '../../src/machines/auth/captchaMachine.ts';
import { registrationMachine, registrationSteps } from '../../src/machines/auth/registrationMachine.ts';
import { CaptchaStatus } from '../../src/screens/registration/CaptchaStatus.tsx';
import RegistrationScreen from '../../src/screens/registration/RegistrationScreen.tsx';
import { failure, manualCall, settled } from '../support/actors.ts';
import { fillIn } from '../support/fillIn.ts';
import { actorAt, type Exploration, reachableSnapshots } from '../support/paths.ts';
import { vera } from '../support/people.ts';
import { describedBy, draw, everyState, expectPresentable, languages } from './draw.tsx';

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
  events: [
    ...names.map(change),
    { type: 'form.submitted' },
    { type: 'step.left' },
    { type: 'submit.cancelled' },
  ],
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
    context.step,
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

async function start() {
  const submit = manualCall<Session, { readonly values: Registration }>();
  const actor = createActor(registrationMachine.provide({ actors: { submit: submit.logic } }), {
    input: { now: today },
  }).start();
  draw(<RegistrationScreen actor={actor} captcha={captchaIn('solved')} termsUrl="/terms" />);
  // The fields of the second step load when the first one is drawn.
  await screen.findByLabelText(/^Phone/);
  const fill = (some: readonly (typeof names)[number][] = names) =>
    act(() => {
      for (const name of some) actor.send(change(name));
    });
  /** Everything is filled in, and the last step is shown. */
  const complete = () => {
    fill();
    act(() => actor.send({ type: 'form.submitted' }));
    act(() => actor.send({ type: 'form.submitted' }));
  };
  const refuse = (...refusal: Parameters<ReturnType<typeof submit.last>['fail']>) =>
    act(async () => {
      submit.last().fail(...refusal);
      await settled();
    });
  return { actor, submit, fill, complete, refuse, user: userEvent.setup() };
}

const create = () => screen.getByRole('button', { name: 'Create account' });
const goOn = () => screen.getByRole('button', { name: 'Continue' });
const stepTitle = () => document.querySelector('fieldset:not([hidden]) h2')?.textContent;
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

  test.each(
    everyState(snapshots).map((snapshot, index) => [`${index} ${JSON.stringify(snapshot.value)}`, snapshot]),
  )('state %s is presentable', { tags: 'long' }, async (_, snapshot) => {
    draw(
      <RegistrationScreen
        actor={actorAt(registrationMachine, snapshot)}
        captcha={captchaIn('solved')}
        termsUrl="/terms"
      />,
      language,
    );
    await expectPresentable();
  });
});

describe.each(languages)('the check against robots, in %s', (language) => {
  test.each(['solving', 'solved', 'absent', 'failed'] as const)(
    '%s is presentable',
    { tags: 'long' },
    async (value) => {
      const form = createActor(registrationMachine, { input: { now: today } });
      draw(<RegistrationScreen actor={form} captcha={captchaIn(value)} termsUrl="/terms" />, language);
      await expectPresentable();
    },
  );
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
  test('can let the browser fill it in', async () => {
    await start();
    for (const [label, name, autocomplete] of [
      [/^First name/, 'first_name', 'given-name'],
      [/^Last name/, 'last_name', 'family-name'],
      [/^Username/, 'username', 'nickname'],
      [/^Email/, 'email', 'email'],
      [/^Phone/, 'phone', 'tel'],
      [/^Password/, 'password', 'new-password'],
      [/^Confirm password/, 'password_confirmation', 'new-password'],
    ] as const)
      expect(field(label)).toMatchObject({ name, autocomplete });
    expect(field(/^Phone/).inputMode).toBe('tel');
  });

  test('has all of it filled in at once by what fills in forms, and finds each step done', async () => {
    const { actor, user } = await start();
    for (const input of document.querySelectorAll<HTMLInputElement>('input[name]')) {
      const value = typed[input.name as keyof typeof typed];
      if (typeof value === 'string') fireEvent.input(input, { target: { value } });
    }
    const { password_confirmation, email, phone, last_name } = actor.getSnapshot().context.values;
    expect({ password_confirmation, email, phone, last_name }).toEqual({
      password_confirmation: typed.password,
      email: typed.email,
      phone: typed.phone,
      last_name: typed.last_name,
    });
    await user.click(goOn());
    expect(stepTitle()).toBe('About you');
  });

  test.each([
    [0, ['Enter your first name.', 'Enter your last name.', 'Enter a username.']],
    [1, ['Enter your date of birth.', 'Choose your country.', 'Enter your phone number.']],
    [
      2,
      [
        'Enter your email.',
        'Enter a password.',
        'Confirm the password.',
        'To create an account, agree to the terms.',
      ],
    ],
  ])('is told of every empty field of step %i at once, and can go to each', async (step, told) => {
    const { user, fill } = await start();
    for (const fields of registrationSteps.slice(0, step)) {
      fill(fields);
      await user.click(goOn());
    }
    await user.click(step === 2 ? create() : goOn());
    const summary = screen.getByRole('region', { name: `${told.length} fields need a change` });
    expect(document.activeElement).toBe(summary);
    const links = within(summary).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(told);
    for (const link of links) {
      await user.click(link);
      expect(describedBy(document.activeElement) + groupError()).toContain(link.textContent);
    }
  });

  test('goes through the steps by Enter; each is announced, and going back loses nothing', async () => {
    const { actor, user } = await start();
    expect(document.activeElement).toBe(document.body);
    await fillIn(user, field(/^First name/), 'Anna');
    await fillIn(user, field(/^Last name/), 'Lindgren');
    await fillIn(user, field(/^Username/), 'anna{Enter}');
    // Its first field has the focus, in a group by the name of the step.
    expect(screen.getByRole('group', { name: 'About you' }).contains(document.activeElement)).toBe(true);
    expect(document.activeElement).toBe(screen.getAllByRole('spinbutton')[0]);
    const rail = within(screen.getByRole('list', { name: 'Steps' }));
    expect(rail.getAllByRole('listitem').map((item) => item.getAttribute('aria-current'))).toEqual([
      null,
      'step',
      null,
    ]);
    await user.keyboard('{Enter}');
    expect(stepTitle()).toBe('About you');
    await fillIn(user, field(/^Phone/), '+4670');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(document.activeElement).toBe(field(/^First name/));
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    expect(field(/^Username/).value).toBe('anna');
    expect(actor.getSnapshot().context.values.phone).toBe('+4670');
  });

  test('who clicks twice is on the next step, which nobody calls wrong', async () => {
    const { user, fill } = await start();
    fill(registrationSteps[0]);
    await user.dblClick(goOn());
    expect(stepTitle()).toBe('About you');
    expect(screen.queryByRole('region')).toBeNull();
  });

  test('who holds Enter down comes to the next step, which nobody calls wrong', async () => {
    const { user, fill } = await start();
    fill(registrationSteps[0]);
    fill(registrationSteps[1]);
    await user.click(field(/^Username/));
    await user.keyboard('{Enter}');
    expect(stepTitle()).toBe('About you');
    await user.click(field(/^Phone/));
    await user.keyboard('{Enter>20/}');
    expect(stepTitle()).toBe('Login details');
    expect(document.activeElement).toBe(field(/^Email/));
    expect(screen.queryByRole('region')).toBeNull();
  });

  test('is led to the step of what was refused, and the summary has the focus there', async () => {
    const { user, complete, refuse, submit } = await start();
    complete();
    await user.click(create());
    await refuse('USERNAME_TAKEN');
    expect(stepTitle()).toBe('Your name');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: '1 field needs a change' }));
    await user.type(field(/^Username/), '2');
    await user.click(goOn());
    await user.click(goOn());
    await user.click(create());
    expect(submit.last().input.values.username).toBe('anna2');
  });

  test('reads that an email is taken at the email, until it is changed', async () => {
    const { user, complete, refuse } = await start();
    complete();
    await user.click(create());
    await refuse('EMAIL_TAKEN');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: '1 field needs a change' }));
    expect(describedBy(field(/^Email/))).toContain('An account with this email already exists.');
    await user.type(field(/^Email/), 'x');
    expect(describedBy(field(/^Email/))).not.toContain('already exists');
    expect(screen.queryByRole('region')).toBeNull();
  });

  test('may go on from an earlier step while the server lets nothing be sent', async () => {
    const { user, complete, refuse } = await start();
    complete();
    await user.click(create());
    await refuse('RATE_LIMITED', { retryAfter: 60 });
    expect(create().getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await user.click(goOn());
    expect(stepTitle()).toBe('Login details');
  });

  test('sees which rules a password meets while typing it, and how strong it is', async () => {
    const { user, complete } = await start();
    complete();
    await user.clear(field(/^Password/));
    const rules = () =>
      within(screen.getByRole('list', { name: '' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent);
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
    await screen.findByText('Strength: fair');
    for (const [typed, strength] of [
      ['Зесто7 и ещё слова', 'strong'],
      ['Aa1Aa1Aa1Aa1Aa1', 'weak'],
      // What the server refuses as too common, in whatever length, is not good.
      ['Dragon1234', 'weak'],
      ['Dragon-1234', 'good'],
      ['Lindgren123', 'weak'],
    ] as const) {
      await user.clear(field(/^Password/));
      await fillIn(user, field(/^Password/), typed);
      expect(screen.getByText(`Strength: ${strength}`)).toBeTruthy();
    }
  });

  test('chooses a country by its name in either language', async () => {
    const { user, actor, fill } = await start();
    fill(registrationSteps[0]);
    await user.click(goOn());
    await user.type(screen.getByRole('combobox', { name: /^Country/ }), 'Швец');
    await user.click(screen.getByRole('option', { name: /Sweden/ }));
    expect(actor.getSnapshot().context.values.country).toBe('SE');
  });

  test('types a birthday in the order of the language', async () => {
    const { user, actor, fill } = await start();
    fill(registrationSteps[0]);
    await user.click(goOn());
    await user.click(screen.getByRole('spinbutton', { name: /month/ }));
    await user.keyboard('02141990');
    expect(actor.getSnapshot().context.values.date_of_birth).toBe('1990-02-14');
  });

  test('reads what to do when registration is refused without a reason', async () => {
    const { user, complete, refuse } = await start();
    complete();
    await user.click(create());
    await refuse('GENERAL');
    expect(screen.getByRole('region', { name: 'Registration failed. Please try again.' })).toBeTruthy();
  });
});

/** A date's error belongs to the group of its parts, a check box's to its own. */
function groupError(): string {
  return describedBy(document.activeElement?.closest('[role=group]') ?? null);
}
