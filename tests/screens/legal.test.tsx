import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { agreementMachine } from '../../src/machines/auth/agreementMachine.ts';
import { Agreement } from '../../src/screens/legal/Agreement.tsx';
import { PrivacyScreen } from '../../src/screens/legal/PrivacyScreen.tsx';
import { TermsScreen } from '../../src/screens/legal/TermsScreen.tsx';
import { manualCall } from '../support/actors.ts';
import { arrives, draw, expectPresentable, type Language, languages, text } from './draw.tsx';

describe.each(languages)('in %s', (language) => {
  test.each([
    ['the terms', <TermsScreen key="terms" url={null} />, '/privacy', 8],
    ['the privacy policy', <PrivacyScreen key="privacy" />, '/terms', 6],
  ] as const)(
    '%s are presentable, part by part, and lead to the other text',
    async (_, page, other, parts) => {
      draw(page, language);
      await expectPresentable();
      expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(parts);
      expect(screen.getByRole('link').getAttribute('href')).toBe(other);
    },
  );
});

test('each text says its version, and that the operator of the wallet replaces it', () => {
  draw(<TermsScreen url={null} />);
  expect(text()).toContain('Version of November 28, 2026');
  expect(text()).toContain('The operator of this wallet replaces it with their own.');
});

describe('who has not agreed', () => {
  function ask(language: Language, isChange = false) {
    const call = manualCall<void, void>();
    const actor = createActor(agreementMachine.provide({ actors: { sendAgreement: call.logic } })).start();
    const onLogOut = vi.fn();
    draw(
      <TermsScreen url={null}>
        <Agreement actor={actor} isChange={isChange} onLogOut={onLogOut} />
      </TermsScreen>,
      language,
    );
    return { call, onLogOut, user: userEvent.setup() };
  }

  test.each(languages)('is asked in %s, reads why it failed, and tries again', async (language) => {
    const { call, user } = ask(language);
    await expectPresentable();
    const [agree] = screen.getAllByRole('button');
    if (agree) await user.click(agree);
    await arrives(() => call.last().fail('STATUS_CONFLICT'));
    expect(screen.getByRole('alert').textContent).not.toBe('');
    await expectPresentable();
  });

  test('reads whether it is a change, and can log out', async () => {
    const { onLogOut, user, call } = ask('en', true);
    expect(text()).toContain('The terms of service have changed since you agreed to them.');
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    expect([onLogOut.mock.calls.length, call.calls.length]).toEqual([1, 0]);
  });

  test('finds the terms of a build that names them there', async () => {
    draw(<TermsScreen url="https://example.com/terms" />);
    await expectPresentable();
    expect(screen.getByRole('link', { name: 'Read the terms of service' }).getAttribute('href')).toBe(
      'https://example.com/terms',
    );
  });
});
