import { expect, test } from 'vitest';
import { openPostgres } from '../../../server/database/postgres.ts';
import { captchaOf } from '../../support/captcha.ts';
import { callKilled as call, killableServer } from '../../support/killedServer.ts';
import { longLedger } from '../../support/longLedger.ts';
import { registrationForm } from '../../support/server.ts';

const count = 100_000;

/** The bytes that came, and whether their end came. */
async function readAll(response: Response, onPiece: () => void = () => {}) {
  const pieces: Uint8Array[] = [];
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const next = await reader?.read();
      if (!next || next.done) return { text: Buffer.concat(pieces).toString('latin1'), isWhole: true };
      pieces.push(next.value);
      onPiece();
    }
  } catch {
    return { text: Buffer.concat(pieces).toString('latin1'), isWhole: false };
  }
}

test('the server is killed while it writes a statement of 100,000 movements: nobody takes the part for the whole, and the next one has all of them', async (context) => {
  const { start, origin, databaseUrl } = await killableServer({});
  if (databaseUrl === null) return context.skip('the movements are made beside the server, in PostgreSQL');
  const child = await start();
  const form = { ...registrationForm(), captcha: await captchaOf(origin) };
  const { data } = (await call(origin, 'web-app/auth/register', {}, form)).body;
  const database = await openPostgres({ url: databaseUrl, connections: 1 });
  await longLedger(database.query, data.user.id, count, new Date());
  // As the database does by itself within a minute.
  await database.query('ANALYZE');
  await database.close();
  const ask = (path: string) =>
    fetch(`${origin}/api/web-app/statements${path}?period=${new Date().getUTCFullYear()}`, {
      headers: { authorization: `Bearer ${data.token}` },
    });

  const cut = await readAll(await ask('/pdf'), () => child.kill('SIGKILL'));
  expect(cut.isWhole).toBe(false);
  expect(cut.text.startsWith('%PDF-')).toBe(true);
  expect(cut.text).not.toContain('%%EOF');

  await start();
  const table = await readAll(await ask(''));
  expect(table.isWhole).toBe(true);
  expect(table.text.match(/^"?movement"?,/gm)).toHaveLength(count);
  expect(table.text).toMatch(new RegExp(`^"?movements"?,.*${count}`, 'm'));
  const document = await readAll(await ask('/pdf'));
  expect(document.isWhole).toBe(true);
  expect(document.text.trimEnd().endsWith('%%EOF')).toBe(true);
});
