import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { notMeTargetIn } from '../../src/app/wiring/notMe.ts';
import { fillIn } from '../support/fillIn.ts';
import { serveLocales } from '../support/localeFiles.ts';
import { handToServer } from '../support/mswProvider.ts';
import { appWithServer, openApp } from '../support/runApp.ts';

const { server, provider } = appWithServer();
const token = 'x'.repeat(43);
const patient = { timeout: 40_000 };
const heading = (level: number, name: string) => screen.findByRole('heading', { level, name }, patient);
const button = (name: string) => screen.findByRole('button', { name }, patient);

function keepRequests(): string[] {
  const requests: string[] = [];
  const note = (request: Request) => {
    if (request.method === 'POST') requests.push(new URL(request.url).pathname);
    return server.it.fetch(request);
  };
  provider.use(serveLocales(), handToServer({ fetch: note }));
  return requests;
}

const follow = (hash: string) =>
  act(() => {
    window.location.hash = hash;
  });

const texts = {
  en: {
    over: 'This link has expired or was already used.',
    again: 'Send again',
    reset: 'Reset your password',
    confirm: 'Verify your email address',
    cut: 'This link doesn’t work',
  },
  ru: {
    over: 'Ссылка устарела или уже использована.',
    again: 'Отправить ещё раз',
    reset: 'Сброс пароля',
    confirm: 'Подтвердите адрес почты',
    cut: 'Ссылка не работает',
  },
} as const;
const languages = ['en', 'ru'] as const;

test.each(
  languages.flatMap((language) => [
    { language, link: 'reset_token=abc', form: texts[language].reset },
    { language, link: 'confirm_token=', form: texts[language].confirm },
  ]),
)('in $language #$link says at once that it is over, and asks for another email', async (step) => {
  const { over, again } = texts[step.language];
  localStorage.setItem('i18nextLng', step.language);
  const requests = keepRequests();
  const user = userEvent.setup();
  await openApp(`/auth/login#${step.link}`);
  await heading(2, over);
  expect(document.querySelector('input[type="password"]')).toBe(null);
  await user.click(await button(again));
  await heading(2, step.form);
  expect(requests).toEqual([]);
});

test('a link that was cut and opens in the tab of a login leaves what was typed there', async () => {
  const user = userEvent.setup();
  await openApp('/auth/login');
  await fillIn(user, await screen.findByLabelText('Email', {}, patient), 'vera@example.com');
  await button('Forgot your password?');
  follow('reset_token=abc');
  await heading(2, texts.en.over);
  await user.click(await button('Back to login'));
  expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'vera@example.com');
});

test.each(
  languages.flatMap((language) => [
    { language, link: '/recover#token=cut', whole: /^(?:Recover your account|Восстановление доступа)$/ },
    { language, link: '/not-me#token=', whole: /^(?:Wasn’t it you\?|Это были не вы\?)$/ },
  ]),
)(
  'in $language $link is refused before a press, and the whole link then works in the same tab',
  async (step) => {
    localStorage.setItem('i18nextLng', step.language);
    const requests = keepRequests();
    await openApp(step.link);
    await heading(1, texts[step.language].cut);
    expect(screen.queryByLabelText(/^(?:New password|Новый пароль)/)).toBe(null);
    follow(`token=${token}`);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(step.whole));
    expect(requests).toEqual([]);
  },
);

test.each(['#token=', '#token=abc', `#token=${token}x`, '#token=%E0%A4%zz', '#', ''])(
  '%j is no link of “This was not me”, whatever else the address has',
  (hash) => {
    expect(notMeTargetIn(hash, '')).toBe(null);
    expect(notMeTargetIn(hash, '?notification=abc')).toBe(null);
    expect(notMeTargetIn(`#token=${token}`, '')).toEqual({ token });
  },
);

test('a notification is one by its ID', () => {
  const notification = '0b7e1f2c-3d4a-4b5c-8d6e-7f8091a2b3c4';
  expect(notMeTargetIn('', `?notification=${notification}`)).toEqual({ notification });
  expect(notMeTargetIn('#token=abc', `?notification=${notification}`)).toBe(null);
});
