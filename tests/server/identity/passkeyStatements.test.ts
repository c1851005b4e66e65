import { expect, test } from 'vitest';
import { countingDatabase } from '../../support/countingDatabase.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { registerWithPasskey } from '../../support/passkeys.ts';
import { openTestServer } from '../../support/server.ts';

test('a login by passkey asks the database little: its attempt, its passkey, and a transaction of four statements', async (context) => {
  if (!hasEngine()) context.skip('PostgreSQL was not found on this machine');
  const heard: string[] = [];
  const counting = countingDatabase(await openTestDatabase(), (sql) => heard.push(sql));
  const it = await openTestServer({ database: counting.db });
  try {
    const { device } = await registerWithPasskey(it);
    const logIn = async (headers: Record<string, string>) => {
      await it.rest();
      heard.length = 0;
      const options = (await it.post('/auth/passkey/options', undefined, { headers })).body.data;
      const asked = heard.splice(0).length;
      const entered = await it.post('/auth/passkey', { assertion: device.get(options) }, { headers });
      expect(entered.status).toBe(200);
      const cookie = entered.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
      return { asked, entered: heard.splice(0), cookie };
    };
    const first = await logIn({});
    const known = await logIn({ cookie: first.cookie });
    expect(known.asked).toBe(2);
    expect(known.entered).toHaveLength(6);
    // The notice of a new device is written by the same transaction.
    expect(first.entered.length).toBeGreaterThan(6);
    expect(first.entered.length).toBeLessThanOrEqual(14);
    // The transaction begins where the challenge is used up: before it nothing is written but the attempt.
    const writes = known.entered.map((sql) => /\b(INSERT|UPDATE|DELETE)\b/.test(sql));
    expect(writes).toEqual([true, false, true, true, true, true]);
  } finally {
    await it.close();
  }
});
