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
