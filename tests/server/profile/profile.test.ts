import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { register, testServer } from '../../support/server.ts';

const server = testServer();
const put = (token: string, body: unknown) => server.it.put('/profile', body, { token });

test('the whole form is kept, normalized, and answered', async () => {
  const { token, id, email } = await register(server.it);
  const username = `New.${randomUUID().slice(0, 8)}`;
  const { status, body } = await put(token, {
    first_name: ' Marta ',
    last_name: 'Ruiz',
    username,
    phone: '+34 600 (99) 88-77',
    date_of_birth: '1988-03-04',
    country: 'PT',
    gender: 'female',
    address: 'Rua do Sol 14, 2.º',
    city: 'Porto',
    zip_code: '4000-123',
  });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    id,
    email,
    first_name: 'Marta',
    last_name: 'Ruiz',
    username,
    phone: '+34600998877',
    date_of_birth: '1988-03-04',
    country: 'PT',
    gender: 'female',
    address: 'Rua do Sol 14, 2.º',
    city: 'Porto',
    zip_code: '4000-123',
  });
  expect((await server.it.get('/profile', { token })).body).toEqual(body);
});

test('what is left out stays, what is blank or null is emptied', async () => {
  const { token, phone } = await register(server.it);
  await put(token, { city: 'Porto', zip_code: '4000-123', address: 'Rua do Sol 14', gender: 'other' });
  const { body } = await put(token, { city: ' ', address: null, gender: '' });
  expect(body.data).toMatchObject({
    first_name: 'Anna',
    phone,
    city: null,
    address: null,
    gender: null,
    zip_code: '4000-123',
  });
  expect((await put(token, {})).body).toEqual(body);
});

test.each([
  [{ first_name: '' }, { first_name: 'required' }],
  [{ first_name: null }, { first_name: 'required' }],
  [{ last_name: 'R2' }, { last_name: 'letters_only' }],
  [{ username: '' }, { username: 'required' }],
  [{ username: 'a b c' }, { username: 'format' }],
  [{ phone: '600' }, { phone: 'format' }],
  [{ date_of_birth: '2015-01-01' }, { date_of_birth: 'underage' }],
  [{ date_of_birth: '2030-01-01' }, { date_of_birth: 'in_future' }],
  [{ country: 'XX' }, { country: 'format' }],
  [{ gender: 'robot' }, { gender: 'format' }],
  [{ gender: 7 }, { gender: 'required' }],
  [{ address: 'Short 1' }, { address: 'too_short' }],
  [{ address: 'x'.repeat(255) }, { address: 'too_long' }],
  [{ city: 'x'.repeat(100) }, { city: 'too_long' }],
  [{ zip_code: '<b>' }, { zip_code: 'format' }],
  [{ zip_code: '1'.repeat(21) }, { zip_code: 'too_long' }],
  [{ email: 'other@example.org' }, { email: 'unknown' }],
  [{ kyc_status: 'approved' }, { kyc_status: 'unknown' }],
  [{ avatar_file: { url: 'https://evil.example' } }, { avatar_file: 'unknown' }],
])('%j is refused on its field, and nothing of the form is kept', async (wrong, fields) => {
  const { token } = await register(server.it);
  const before = await server.it.get('/profile', { token });
  const answer = await put(token, { city: 'Porto', ...wrong });
  expect(answer).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED', fields } });
  expect((await server.it.get('/profile', { token })).body).toEqual(before.body);
});

test('a username that somebody else has is told on its field, without regard to case', async () => {
  const other = await register(server.it);
  const { token, username } = await register(server.it);
  const answer = await put(token, { city: 'Porto', username: other.username.toUpperCase() });
  expect(answer).toMatchObject({
    status: 409,
    body: { code: 'USERNAME_TAKEN', fields: { username: 'taken' } },
  });
  const { body } = await server.it.get('/profile', { token });
  expect(body.data).toMatchObject({ username, city: null });
});

test('of two that want the same username at once, one has it', async () => {
  const people = await Promise.all([register(server.it), register(server.it), register(server.it)]);
  const username = `wanted.${randomUUID().slice(0, 8)}`;
  const answers = await Promise.all(people.map(({ token }) => put(token, { username })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('one’s own username in other capitals is no conflict', async () => {
  const { token, username } = await register(server.it);
  const { body } = await put(token, { username: username.toUpperCase() });
  expect(body.data.username).toBe(username.toUpperCase());
});
