import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import { codeOf, turnOnApp } from '../support/factors.ts';
import {
  dropOnce,
  endSession,
  field,
  goThrough,
  heading,
  holds,
  interruptions,
  openPlace,
  type Place,
  press,
  type Visit,
  visit,
} from '../support/interruptedVisit.ts';
import { openMailbox } from '../support/mailbox.ts';
import { callAs, register, sessionIn, signIn } from '../support/person.ts';

let place: Place;

/** Somebody who has an account and a session. */
async function member(): Promise<Visit> {
  const it = await visit(place, '/auth/login');
  await register(it.page, place.server.origin, it.who);
  return it;
}

async function linkIn(it: Visit, subject: string, name: 'confirm_token' | 'reset_token'): Promise<string> {
  const page = await it.context.newPage();
  const email = await openMailbox(page, place.server, it.who.email, subject);
  const link = await email.locator(`a[href*="#${name}="]`).getAttribute('href');
  await page.close();
  return String(link);
}

const noAnswer = (it: Visit) => it.page.getByText('Network error.').first().waitFor();
const password = (it: Visit, name: string | RegExp) => it.page.getByLabel(name);
/** Nobody has a session in these flows, so that none ends. */
const death = ['death of the server'] as const;
/** What opens an account is kept nowhere: whoever is interrupted there logs in, or opens the link again. */
const atTheLogin = heading('Log in');

describe.skipIf(!existsSync(chromiumPath))('a login goes on where it was', () => {
  beforeAll(async () => {
    place = await openPlace();
  });
  afterAll(() => place?.close());

  test('that asks for a second factor', { timeout: 240_000 }, async () => {
    const it = await member();
    const { auth_token } = await sessionIn(it.page);
    const { secret } = await turnOnApp(callAs(place.server.origin, String(auth_token)), it.who);
    const code = field.bind(null, it, /6-digit code/);
    await endSession(it);
    const begin = async () => {
      await signIn(it.page, it.who);
      await heading('Enter your code')(it);
    };
    await goThrough(it, [
      {
        name: 'code',
        by: death,
        reach: async () => {
          await begin();
          await code().fill('123');
        },
        find: () => expect.poll(() => code().inputValue()).toBe('123'),
      },
      {
        name: 'code, reload',
        by: death,
        reach: () => interruptions.reload(it),
        find: atTheLogin,
      },
      {
        name: 'code, closed and opened again',
        by: death,
        reach: async () => {
          await begin();
          await interruptions.reopen(it);
        },
        find: atTheLogin,
      },
      {
        name: 'sent without an answer',
        by: death,
        reach: async () => {
          await begin();
          await code().fill(codeOf(secret, new Date()));
          await dropOnce(it.page, '**/api/web-app/auth/login');
          await press('Log in')(it);
        },
        find: () => noAnswer(it),
      },
      {
        name: 'sent again',
        by: death,
        reach: () => press('Log in')(it),
        find: () => it.page.getByText('This code was already used. Wait for a new one.').first().waitFor(),
      },
      {
        name: 'wallet',
        by: ['reload', 'reopen', 'death of the server'],
        reach: async () => {
          // One step on: a code is good in the step before its own, too.
          await code().fill(codeOf(secret, new Date(), 1));
          await press('Log in')(it);
          await it.page.waitForURL('**/wallet');
          it.address = it.page.url();
        },
        find: () => it.page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor(),
      },
    ]);
    await it.context.close();
  });

  test('after a new password by a link', { timeout: 240_000 }, async () => {
    const it = await member();
    const fresh = 'Harbour-2026-new';
    await endSession(it);
    const type = async () => {
      await password(it, /^New password/).fill(fresh);
      await password(it, 'Confirm password').fill(fresh);
    };
    await goThrough(it, [
      {
        name: 'address',
        by: death,
        reach: async () => {
          await press('Forgot your password?')(it);
          await heading('Reset your password')(it);
          await field(it, 'Email').fill(it.who.email);
        },
        find: () => holds(it, 'Email', it.who.email),
      },
      { name: 'address, reload', by: [], reach: () => interruptions.reload(it), find: atTheLogin },
      {
        name: 'sent',
        by: [],
        reach: async () => {
          await press('Forgot your password?')(it);
          await field(it, 'Email').fill(it.who.email);
          await press('Send email')(it);
          await heading('Check your email')(it);
          // The demo forgets its emails when it ends.
          it.address = await linkIn(it, 'Reset your password', 'reset_token');
        },
        find: heading('Check your email'),
      },
      {
        name: 'link',
        by: ['reopen', 'death of the server'],
        reach: () => it.page.goto(it.address),
        find: heading('Set a new password'),
      },
      { name: 'link, reload', by: [], reach: () => interruptions.reload(it), find: atTheLogin },
      {
        name: 'sent without an answer',
        by: death,
        reach: async () => {
          await it.page.goto(it.address);
          await type();
          await dropOnce(it.page, '**/api/web-app/auth/password/reset');
          await press('Set password')(it);
        },
        find: () => noAnswer(it),
      },
      { name: 'set', by: death, reach: press('Set password'), find: heading('Your password is set') },
      {
        name: 'used link',
        by: [],
        reach: async () => {
          await interruptions.reopen(it);
          await type();
          await press('Set password')(it);
        },
        find: () => it.page.getByText('This link has expired or was already used.').first().waitFor(),
      },
      {
        name: 'wallet',
        by: [],
        reach: async () => {
          await press('Back to login')(it);
          await signIn(it.page, { ...it.who, password: fresh });
        },
        find: () => it.page.waitForURL('**/wallet'),
      },
    ]);
    await it.context.close();
  });

  test('after a verification of the email by a link', { timeout: 240_000 }, async () => {
    const it = await member();
    const { auth_token } = await sessionIn(it.page);
    const call = callAs(place.server.origin, String(auth_token));
    const isVerified = async () => (await call('/auth/methods')).email_confirmed;
    it.address = await linkIn(it, 'Verify your email address', 'confirm_token');
    expect(await isVerified()).toBe(false);
    const out = await visit(place, '/auth/login');
    out.address = it.address;
    await goThrough(out, [
      {
        name: 'login',
        by: [],
        reach: () => out.page.goto(`${place.server.origin}/auth/login`),
        find: atTheLogin,
      },
      {
        name: 'opened without an answer',
        by: death,
        reach: async () => {
          await dropOnce(out.page, '**/api/web-app/auth/email/confirm');
          await out.page.goto(out.address);
        },
        find: () => out.page.getByRole('button', { name: 'Try again' }).waitFor(),
      },
      {
        name: 'opened again',
        by: ['reopen', 'death of the server'],
        reach: press('Try again'),
        find: heading('Already verified'),
      },
      { name: 'reload', by: [], reach: () => interruptions.reload(out), find: atTheLogin },
    ]);
    expect(await isVerified()).toBe(true);
    // Whoever has a session stays in it.
    await it.page.goto(it.address);
    await it.page.getByText('Your email address is already verified.').first().waitFor();
    await Promise.all([it.context.close(), out.context.close()]);
  });
});
