import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { PageTitle } from '../../src/components/base/PageTitle.tsx';
import {
  type StepUpKind,
  type StepUpShown,
  type StepUpSubject,
  stepUpForm,
} from '../../src/machines/auth/stepUpForm.ts';
import { type StepUpOptions, stepUpMachine } from '../../src/machines/auth/stepUpMachine.ts';
import StepUpPanel from '../../src/screens/money/StepUpPanel.tsx';
import { PaymentFacts } from '../../src/screens/transactions/PaymentFacts.tsx';
import { manualCall } from '../support/actors.ts';
import { fillIn } from '../support/fillIn.ts';
import { outsideAddress, paymentDone } from '../support/moneyFlow.ts';
import { arrives, draw, expectPresentable, type Language, languages } from './draw.tsx';

function start(language: Language = 'en', subject: StepUpSubject = 'quote:q') {
  const read = manualCall<StepUpOptions, { readonly subject: StepUpSubject }>();
  const email = manualCall<void, { readonly subject: StepUpSubject }>();
  const submit = manualCall<string, { readonly values: StepUpShown }>();
  const actor = createActor(
    stepUpMachine.provide({
      actors: {
        readOptions: read.logic,
        sendCode: email.logic,
        stepUpForm: stepUpForm.provide({ actors: { submit: submit.logic } }),
      },
    }),
    { input: { now: () => 0, subject } },
  ).start();
  const left: string[] = [];
  draw(
    <>
      <PageTitle>Transactions</PageTitle>
      <StepUpPanel stepUp={actor} onBack={() => left.push('back')}>
        <PaymentFacts payment={paymentDone} />
      </StepUpPanel>
    </>,
    language,
  );
  return {
    ...{ actor, read, email, submit, left },
    user: userEvent.setup(),
    offered: (...kinds: StepUpKind[]) => arrives(() => read.last().answer({ kinds, until: null })),
  };
}

describe.each(languages)('in %s', (language) => {
  test('a device that the server does not know is said to be why', async () => {
    const { offered } = start(language, 'factors');
    await offered('password');
    expect(document.body.textContent).toContain(
      { en: 'We don’t recognize this browser.', ru: 'Мы не узнали этот браузер.' }[language],
    );
    await expectPresentable();
  });

  test.each<readonly StepUpKind[]>([
    ['factor', 'passkey'],
    ['passkey', 'factor'],
    ['password'],
    ['wallet', 'openid'],
    ['openid', 'wallet'],
    ['email'],
  ])('a proof by %s is presentable', { tags: 'long' }, async (...kinds) => {
    const it = start(language);
    await expectPresentable();
    await it.offered(...kinds);
    await expectPresentable();
  });

  test('an email that is on its way, was sent, and was not sent, is presentable', {
    tags: 'long',
  }, async () => {
    const it = start(language);
    await it.offered('email');
    await arrives(() => it.email.last().answer());
    await expectPresentable();
    const other = start(language);
    await other.offered('email');
    await arrives(() => other.email.last().fail('RATE_LIMITED', { retryAfter: 60 }));
  });

  test.each(['NETWORK', 'STEP_UP_REQUIRED', 'INTERNAL'] as const)(
    'the server that answers %s is presentable',
    { tags: 'long' },
    async (code) => {
      const it = start(language);
      await arrives(() => it.read.last().fail(code));
      expect(screen.getByRole('alert').textContent).not.toBe('');
      await expectPresentable();
    },
  );

  test('a wrong code is presentable', { tags: 'long' }, async () => {
    const it = start(language);
    await it.offered('factor');
    await fillIn(it.user, screen.getByRole('textbox'), '123456{Enter}');
    await arrives(() => it.submit.last().fail('VALIDATION_FAILED', { fields: { code: 'mismatch' } }));
    await expectPresentable();
  });
});

test('the prompt names the amount, the token and the whole address', async () => {
  const it = start();
  await it.offered('factor');
  const card = screen
    .getByRole('heading', { name: 'Confirm it’s you' })
    .closest('section, div')?.parentElement;
  expect(card?.textContent?.replace(/\s/g, '')).toContain(outsideAddress);
  expect(card?.textContent).toContain('11.25');
  expect(card?.textContent).toContain('USDT');
});

test('a wrong code is told and stays; the right one is sent', async () => {
  const it = start();
  await it.offered('factor');
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /6-digit code/ });
  await fillIn(it.user, field, '111111{Enter}');
  await arrives(() => it.submit.last().fail('VALIDATION_FAILED', { fields: { code: 'mismatch' } }));
  expect(field.value).toBe('111111');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await it.user.clear(field);
  await it.user.type(field, '222222');
  await it.user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(it.submit.last().input.values.code).toBe('222222');
});

test('whoever has no second factor is led to one, and others are not', async () => {
  const it = start();
  await it.offered('password');
  expect(screen.getByRole('link', { name: 'Set up 2FA' }).getAttribute('href')).toBe(
    '/profile#profile-security',
  );
  await fillIn(it.user, screen.getByLabelText('Password', { exact: true }), 'Correct7horse{Enter}');
  expect(it.submit.last().input.values).toMatchObject({ kind: 'password', password: 'Correct7horse' });
});

test('the way back is always there, and another method is one press away', async () => {
  const it = start();
  await it.user.click(screen.getByRole('button', { name: 'Back to review' }));
  expect(it.left).toEqual(['back']);
  await it.offered('passkey', 'factor');
  expect(screen.queryByRole('textbox')).toBe(null);
  await it.user.click(screen.getByRole('button', { name: 'Use a code' }));
  screen.getByRole('textbox', { name: /6-digit code/ });
  expect(screen.queryByRole('link', { name: 'Set up 2FA' })).toBe(null);
});
