import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { User } from '../../contract/user.ts';
import type { TypedProof } from '../../src/machines/profile/proofForm.ts';
import {
  type FreezeDetails,
  unfreezeForm,
  unfreezeMachine,
} from '../../src/machines/profile/unfreezeMachine.ts';
import UnfreezeScreen from '../../src/screens/profile/UnfreezeScreen.tsx';
import { manualCall } from '../support/actors.ts';
import { detailsOf, frozenBySelf } from '../support/unfreezing.ts';
import { arrives, draw, expectPresentable, type Language, languages, spinnerGone } from './draw.tsx';

function open(language: Language = 'en') {
  const reading = manualCall<FreezeDetails, void>();
  const proving = manualCall<User, { readonly values: TypedProof }>();
  const machine = unfreezeMachine.provide({
    actors: {
      readDetails: reading.logic,
      unfreezeForm: unfreezeForm.provide({ actors: { submit: proving.logic } }),
    },
  });
  const actor = createActor(machine, { input: { now: () => 0 } }).start();
  draw(<UnfreezeScreen actor={actor} />, language);
  const reads = async (user: User) => {
    await arrives(() => reading.last().answer(detailsOf(user)));
    await spinnerGone();
  };
  const refresh = () => arrives(() => actor.send({ type: 'refresh.requested' }));
  return { reading, proving, reads, refresh };
}

const proven = frozenBySelf({ proven_at: '2026-11-20T10:00:00.000Z' });
const agreed = frozenBySelf({ approved_at: '2026-11-20T10:00:00.000Z' });
const active: User = { ...frozenBySelf(), status: 'active', freeze: null };
const bySupport: User = {
  ...frozenBySelf(),
  freeze: { reason: 'legal', note: null, since: '2026-11-20T09:00:00.000Z' },
};

test.each(languages)('in %s every state is presentable', { tags: 'long' }, async (language) => {
  const { reading, reads, refresh } = open(language);
  await expectPresentable();
  await arrives(() => reading.last().fail('NETWORK'));
  await spinnerGone();
  await expectPresentable();
  for (const user of [bySupport, proven]) {
    await refresh();
    await reads(user);
    await expectPresentable();
  }
  await refresh();
  await reads(active);
  await expectPresentable();
});

test.each(languages)(
  'in %s the proof is presentable, before and after support has agreed',
  { tags: 'long' },
  async (language) => {
    const { reads } = open(language);
    await reads(agreed);
    await expectPresentable();
  },
);

test('the password proves the person; then it says what support still has to do', async () => {
  const { proving, reads } = open();
  await reads(frozenBySelf());
  await userEvent.type(screen.getByLabelText(/Current password/), 'Correct7horse');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm it’s me' }));
  expect(proving.last().input.values.password).toBe('Correct7horse');
  await arrives(() => proving.last().answer(proven));
  expect(screen.getByRole('status').textContent).toContain('Confirmed: ');
  expect(screen.queryByLabelText(/Current password/)).toBe(null);
  expect(screen.getByText(/Support is looking into what happened/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open tickets' }).getAttribute('href')).toBe('/support');
});

test('what is read is awaited without a spinner at first', async () => {
  const { reads } = open();
  const waiting = screen.getByRole('status');
  expect([waiting.textContent, waiting.querySelector('svg')]).toEqual(['Loading…', null]);
  await reads(active);
  expect(screen.getByRole('status').textContent).not.toBe('Loading…');
});

test('once it is lifted the way leads to the wallet', async () => {
  const { reads } = open();
  await reads(active);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your account isn’t frozen');
  expect(screen.getByRole('link', { name: 'Go to wallet' }).getAttribute('href')).toBe('/wallet');
});
