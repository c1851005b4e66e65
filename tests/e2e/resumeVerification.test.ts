import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath } from '../support/chromium.ts';
import {
  field,
  goOn,
  goThrough,
  heading,
  holds,
  type Interruption,
  openPlace,
  type Place,
  press,
  type State,
  upload,
  type Visit,
  visit,
} from '../support/interruptedVisit.ts';
import { register } from '../support/person.ts';
import { jpg, pdf } from '../support/uploads.ts';

let place: Place;

const uploaded = async (it: Visit, title: string, name: string) => {
  await heading(title)(it);
  await it.page.getByText(`Uploaded: ${name}`).waitFor();
};

/** An operator decides on the case that waits. */
async function decide({ server }: Visit, decision: 'approve' | 'reject', told: object = {}) {
  const [waiting] = await server.operate<{ id: string }[]>('GET', '/kyc?status=pending');
  await server.operate('POST', `/kyc/${decision}`, { id: waiting?.id, ...told });
}

describe.skipIf(!existsSync(chromiumPath))('a verification goes on where it was', () => {
  beforeAll(async () => {
    place = await openPlace();
  });
  afterAll(() => place?.close());

  const half = 5;
  test.each<{ words: string; by: Interruption[]; from: number; until: number }>([
    { words: 'reload, closed and opened again', by: ['reload', 'reopen'], from: 0, until: 2 * half },
    {
      words: 'end of the session',
      by: ['end of the session and a new login'],
      from: 0,
      until: 2 * half,
    },
    { words: 'death of the server, first half', by: ['death of the server'], from: 0, until: half },
    { words: 'death of the server, second half', by: ['death of the server'], from: half, until: 2 * half },
  ])('$words', { timeout: 240_000 }, async ({ by, from, until }) => {
    const it = await visit(place, '/kyc');
    await register(it.page, place.server.origin, it.who);
    const states: readonly State[] = [
      {
        name: 'invitation',
        reach: () => it.page.goto(it.address),
        find: () => it.page.getByRole('button', { name: 'Start' }).waitFor(),
      },
      {
        name: 'details',
        reach: async () => {
          await press('Start')(it);
          await field(it, 'Last name').fill('Lindberg');
        },
        find: () => holds(it, 'Last name', 'Lindberg'),
      },
      {
        name: 'identity',
        reach: async () => {
          await press('Yes, continue')(it);
          await heading('ID document')(it);
          await upload(it, 'passport.jpg', 'image/jpeg', await jpg());
        },
        find: () => uploaded(it, 'ID document', 'passport.jpg'),
      },
      {
        name: 'address',
        reach: async () => {
          await goOn(it);
          await heading('Proof of address')(it);
          await upload(it, 'bill.pdf', 'application/pdf', pdf);
        },
        find: () => uploaded(it, 'Proof of address', 'bill.pdf'),
      },
      {
        name: 'selfie',
        reach: async () => {
          await goOn(it);
          await heading('Selfie')(it);
          await upload(it, 'me.jpg', 'image/jpeg', await jpg());
        },
        find: () => uploaded(it, 'Selfie', 'me.jpg'),
      },
      {
        name: 'review',
        reach: () => goOn(it),
        find: async () => {
          await heading('Check and submit')(it);
          await it.page.getByText('passport.jpg').waitFor();
        },
      },
      {
        name: 'under review',
        reach: () => press('Submit')(it),
        find: heading('Your documents are under review'),
      },
      {
        name: 'rejected',
        reach: () => decide(it, 'reject', { document: 'passport', reason: 'unreadable' }),
        find: heading('Replace a document'),
      },
      {
        name: 'replaced',
        reach: async () => {
          await press('Replace document')(it);
          await upload(it, 'better.jpg', 'image/jpeg', await jpg());
        },
        find: () => uploaded(it, 'ID document', 'better.jpg'),
      },
      {
        name: 'verified',
        reach: async () => {
          await goOn(it);
          await press('Submit')(it);
          await heading('Your documents are under review')(it);
          await decide(it, 'approve');
        },
        find: heading('Your identity is verified'),
      },
    ];
    expect(states).toHaveLength(2 * half);
    await goThrough(
      it,
      states.map((state, place) => ({ ...state, by: place >= from && place < until ? by : [] })),
    );
    await it.context.close();
  });
});
