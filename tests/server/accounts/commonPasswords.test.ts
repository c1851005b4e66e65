import { expect, test } from 'vitest';
import { filledIn, register, testServer } from '../../support/server.ts';

const server = testServer();

test.each(['Password1', 'pAssw0rd', 'Qwerty123', 'Football123!', 'Iloveyou1'])(
  '%s is refused by name for a new password',
  async (password) => {
    const { it } = server;
    const form = await filledIn(it, { password, password_confirmation: password });
    expect((await it.post('/auth/register', form)).body).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { password: 'common' },
    });
    const person = await register(it);
    const change = await it.put(
      '/auth/password',
      { current_password: person.password, password, password_confirmation: password },
      { token: person.token },
    );
    expect(change.body.fields).toEqual({ password: 'common' });
  },
);

test('a refused registration has used up neither its captcha nor the limit of its address', async () => {
  const { it } = server;
  const form = await filledIn(it, { password: 'Password1', password_confirmation: 'Password1' });
  expect((await it.post('/auth/register', form)).body.fields).toEqual({ password: 'common' });
  const better = { ...form, password: 'Citrus2026', password_confirmation: 'Citrus2026' };
  expect((await it.post('/auth/register', better)).status).toBe(201);
});

test.each(['Zesto2026', 'Zesto123', 'zST1234', 'Wallet1!'])(
  '%s, of the product’s own words',
  async (password) => {
    const { it } = server;
    const form = await filledIn(it, { password, password_confirmation: password });
    const isWord = password !== 'Zesto2026';
    const answer = await it.post('/auth/register', form);
    expect(answer.body.fields).toEqual(isWord ? { password: expect.any(String) } : undefined);
  },
);

test('a person’s own email address, username and names are no passwords of theirs', async () => {
  const { it } = server;
  const person = {
    first_name: 'Rosalind',
    last_name: 'Franklin',
    username: 'rosalind.f',
    email: 'Helix.51@example.com',
  };
  for (const password of ['Rosalind1', 'Franklin123', 'Rosalind.F1', 'Helix.51', 'Helix.51@example.com']) {
    const form = await filledIn(it, { ...person, password, password_confirmation: password });
    expect((await it.post('/auth/register', form)).body.fields).toEqual({ password: 'common' });
  }
  const password = 'Rosalind-and-51';
  const form = await filledIn(it, { ...person, password, password_confirmation: password });
  const { data } = (await it.post('/auth/register', form)).body;
  const change = await it.put(
    '/auth/password',
    { current_password: password, password: 'Helix.511!', password_confirmation: 'Helix.511!' },
    { token: data.token },
  );
  expect(change.body.fields).toEqual({ password: 'common' });
});
