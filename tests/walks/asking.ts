import type { Page } from 'playwright-core';
import { pressWithFault } from './faults.ts';
import { comeBack, hasButton, ignore, press } from './gestures.ts';
import { type Look, look, placeOf, texts } from './screen.ts';
import type { Step } from './steps.ts';
import { Finding, type World } from './world.ts';

const { support } = texts;

/** Somebody writes to support. What they wrote arrives once, and they come to it. */
export async function writeToSupport(
  world: World,
  { who, fault }: Extract<Step, { do: 'write' }>,
  place: number,
): Promise<void> {
  const person = world.people[who];
  const subject = `Question ${place + 1} of ${person.name}`;
  const address = `${world.server.origin}/support?ticket=new`;
  await person.page.goto(address);
  let isStruck = false;
  const send = async (now: Look) => {
    const { page } = person;
    if (!hasButton(now, support.new.submit)) return false;
    await fill(page, subject);
    // It has arrived, and the page was lost before it said so.
    if (isStruck && (await countOf(world, who, subject)) > 0) return true;
    const isFirst = !isStruck;
    isStruck = true;
    const struck = { world, person, address };
    await pressWithFault(isFirst ? fault : 'none', struck, '**/api/web-app/support/tickets', (isTwice) =>
      press(page, support.new.submit, isTwice),
    );
    return false;
  };
  for (const deadline = Date.now() + 60_000; ; await person.page.waitForTimeout(200)) {
    const { page } = person;
    const now = await look(page);
    if (Date.now() > deadline)
      throw new Finding(`${person.name} does not come to “${subject}”, and sees: ${now?.path} ${now?.text}`);
    if (!now) continue;
    if (/\?ticket=[\da-f-]{36}$/.test(page.url()) && now.said.includes(subject)) break;
    if (placeOf(now) === 'login') await comeBack(person, address);
    else if (hasButton(now, support.unsure.repeat)) await press(page, support.unsure.repeat);
    else if (await send(now)) break;
  }
  const count = await countOf(world, who, subject);
  if (count !== 1) throw new Finding(`“${subject}” was sent once and arrived ${count} times`);
}

async function fill(page: Page, subject: string): Promise<void> {
  const subjectField = page.getByLabel(support.new.subject);
  if ((await subjectField.inputValue({ timeout: 1_000 }).catch(() => subject)) === subject) return;
  await subjectField.fill(subject).catch(ignore);
  await page.getByLabel(support.new.message).fill(`The text of ${subject}.`).catch(ignore);
  const category = page.getByRole('button', { name: new RegExp(support.new.category) });
  await category.click({ timeout: 2_000 }).catch(ignore);
  await page.getByRole('option').first().click({ timeout: 2_000 }).catch(ignore);
}

async function countOf({ server, people }: World, who: 0 | 1, subject: string): Promise<number> {
  const path = '/support/tickets?per_page=100';
  const all = await server.ask<{ subject: string }[]>('GET', path, people[who].token);
  return all.filter((ticket) => ticket.subject === subject).length;
}
