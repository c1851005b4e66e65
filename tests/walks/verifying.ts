import type { Page } from 'playwright-core';
import { jpg, pdf } from '../support/uploads.ts';
import { pressWithFault } from './faults.ts';
import { comeBack, hasButton, ignore, press } from './gestures.ts';
import { type Look, look, placeOf, texts } from './screen.ts';
import type { Step } from './steps.ts';
import { Finding, type Person, type World } from './world.ts';

const { kyc } = texts;

/**
 * Somebody submits the documents of their verification, an operator approves it, and they read so. Whatever happens to the request, it is
 * submitted once. False when they have begun before.
 */
export async function verify(
  world: World,
  { who, fault }: Extract<Step, { do: 'verify' }>,
): Promise<boolean> {
  const person = world.people[who];
  if ((await caseOf(world, person)).status !== 'notStarted') return false;
  const address = `${world.server.origin}/kyc`;
  const files = await documents();
  await person.page.goto(address);
  let isStruck = false;
  const submit = () => {
    const isFirst = !isStruck;
    isStruck = true;
    const struck = { world, person, address };
    return pressWithFault(isFirst ? fault : 'none', struck, '**/api/web-app/kyc/submit', (isTwice) =>
      press(person.page, kyc.review.submit, isTwice),
    );
  };
  await untilTold(person, address, kyc.pending.title, (now) =>
    hasButton(now, kyc.review.submit) ? submit() : prepare(person.page, now, files),
  );
  await approve(world, person);
  // It is told without a press. Who has waited for long does what the page offers.
  const patience = Date.now() + 30_000;
  await untilTold(person, address, kyc.approved.title, async (now) => {
    if (Date.now() > patience && hasButton(now, kyc.pending.check))
      await press(person.page, kyc.pending.check);
  });
  return true;
}

/** The person acts until a heading tells them this. */
async function untilTold(
  person: Person,
  address: string,
  title: string,
  act: (now: Look) => Promise<void>,
): Promise<void> {
  for (const deadline = Date.now() + 120_000; ; await person.page.waitForTimeout(200)) {
    const now = await look(person.page);
    if (now?.headings.includes(title)) return;
    if (Date.now() > deadline)
      throw new Finding(`${person.name} does not read “${title}”, and sees: ${now?.path} ${now?.text}`);
    if (now && placeOf(now) === 'login') await comeBack(person, address);
    else if (now) await act(now);
  }
}

interface Upload {
  /** The heading of its step. */
  readonly title: string;
  readonly file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };
}

async function documents(): Promise<readonly Upload[]> {
  const picture = { mimeType: 'image/jpeg', buffer: await jpg() };
  return [
    { title: kyc.document.identity.title, file: { name: 'passport.jpg', ...picture } },
    {
      title: kyc.document.address.title,
      file: { name: 'bill.pdf', mimeType: 'application/pdf', buffer: pdf },
    },
    { title: kyc.selfie.title, file: { name: 'me.jpg', ...picture } },
  ];
}

/** On to the next step, with the file that this one asks for. Without it, its button to go on is off. */
async function prepare(page: Page, now: Look, files: readonly Upload[]): Promise<void> {
  const onward = [kyc.notStarted.begin, kyc.details.confirm, kyc.steps.continue];
  const button = onward.find((name) => hasButton(now, name));
  if (button !== undefined) return press(page, button);
  const asked = files.find(({ title }) => now.headings.includes(title));
  if (!asked || !hasButton(now, kyc.document.choose)) return;
  const field = page.locator('input[type=file]').first();
  await field.setInputFiles(asked.file, { timeout: 3_000 }).catch(ignore);
}

/** An operator approves what was submitted once, and not again since. */
async function approve(world: World, person: Person): Promise<void> {
  const { server } = world;
  const { status, submitted_at } = await caseOf(world, person);
  if (status !== 'pending')
    throw new Finding(`${person.name} is told “${kyc.pending.title}”, and it is ${status}`);
  const path = '/analytics?type=kyc_submitted';
  const { totals } = await server.ask<{ totals: { count: number }[] }>('GET', path, person.token);
  const times = totals[0]?.count ?? 0;
  if (times !== 1) throw new Finding(`${person.name} submitted their documents once, and it counts ${times}`);
  const { id } = await server.ask<{ id: string }>('GET', '/profile', person.token);
  await server.operate('POST', '/kyc/approve', { id, submitted_at });
}

interface Case {
  readonly status: string;
  readonly submitted_at: string | null;
}

const caseOf = ({ server }: World, { token }: Person) => server.ask<Case>('GET', '/kyc', token);
