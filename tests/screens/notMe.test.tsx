import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { NotMeReport } from '../../contract/notMe.ts';
import { type NotMeTarget, notMeMachine } from '../../src/machines/auth/notMeMachine.ts';
import NotMeScreen from '../../src/screens/notMe/NotMeScreen.tsx';
import { manualCall } from '../support/actors.ts';
import { arrives, draw, expectPresentable, type Language, languages, text } from './draw.tsx';

const target: NotMeTarget = { token: 'k3Vd0yQmZ5uHq8Jr2Lw7Nx4Tb9Pc6Sf1Ga0Ee5Ii8Oo' };
const report: NotMeReport = {
  reported_at: '2026-11-20T09:00:00.000Z',
  ticket: 12,
  cancelled: 1,
  held: 2,
  lifted_at: null,
};

function open(language: Language = 'en', given: NotMeTarget | null = target) {
  const call = manualCall<NotMeReport, { readonly target: NotMeTarget }>();
  const machine = notMeMachine.provide({ actors: { report: call.logic } });
  const actor = createActor(machine, { input: { target: given } }).start();
  draw(<NotMeScreen actor={actor} />, language);
  return { ...call, report: () => arrives(() => actor.send({ type: 'report.pressed' })) };
}

const press = () => userEvent.click(screen.getByRole('button'));

test.each(languages)('in %s every state is presentable', { tags: 'long' }, async (language) => {
  const call = open(language);
  await expectPresentable();
  await call.report();
  await expectPresentable();
  await arrives(() => call.last().fail('NETWORK'));
  await expectPresentable();
  await call.report();
  await arrives(() => call.last().answer(report));
  await expectPresentable();
});

test.each(languages)('in %s a link that is over, and one that is none, say what to do', async (language) => {
  const call = open(language);
  await call.report();
  await arrives(() => call.last().fail('LINK_EXPIRED'));
  await expectPresentable();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/auth/login');
});

test.each(languages)('in %s an address without a link is told as such', async (language) => {
  open(language, null);
  await expectPresentable();
  expect(screen.queryByRole('button')).toBe(null);
});

test('nothing is sent before the press; then it says the ticket and what was cancelled', async () => {
  const call = open();
  expect(call.calls).toHaveLength(0);
  await press();
  await arrives(() => call.last().answer(report));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your account is frozen');
  expect(text(screen.getByRole('status'))).toBe(
    'All sessions have ended. Support will look into it: ticket 12.Withdrawals cancelled: 1. Approved and on hold: 2.',
  );
  expect(screen.getByRole('link').getAttribute('href')).toBe('/auth/login');
});

test.each(languages)('in %s a link that was used before the freeze was lifted says so', async (language) => {
  const call = open(language);
  await call.report();
  await arrives(() => call.last().answer({ ...report, lifted_at: '2026-11-21T09:00:00.000Z' }));
  await expectPresentable();
  const told = text(screen.getByRole('status'));
  expect(told).toMatch(/20.*2026.*21.*2026/);
  expect(screen.getByRole('heading', { level: 1 }).textContent).not.toMatch(/is frozen|заморожен/);
});
