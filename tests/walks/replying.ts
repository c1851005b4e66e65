import type { Page } from 'playwright-core';
import { pressWithFault } from './faults.ts';
import { comeBack, hasButton, ignore, press } from './gestures.ts';
import { look, placeOf, texts } from './screen.ts';
import type { Fault, Step } from './steps.ts';
import { Finding, type Person, type World } from './world.ts';

const { support } = texts;

interface Reply {
  readonly person: Person;
  /** The id of its ticket. */
  readonly id: string;
  readonly text: string;
}

/** Somebody replies to the last of their tickets. The reply arrives once, and stands in the conversation. False without a ticket. */
export async function replyToSupport(
  world: World,
  { who, fault }: Extract<Step, { do: 'reply' }>,
  place: number,
): Promise<boolean> {
  const person = world.people[who];
  const [ticket] = await world.server.ask<{ id: string }[]>('GET', '/support/tickets', person.token);
  if (!ticket) return false;
  const reply = { person, id: ticket.id, text: `Reply ${place + 1} of ${person.name}.` };
  await sendUntilShown(world, reply, fault);
  const arrived = await countOf(world, reply);
  if (arrived !== 1) throw new Finding(`“${reply.text}” was sent once and arrived ${arrived} times`);
  const seen = await countShown(reply);
  if (seen > 1) throw new Finding(`“${reply.text}” arrived once, and ${person.name} sees it ${seen} times`);
  return true;
}

async function sendUntilShown(world: World, reply: Reply, fault: Fault): Promise<void> {
  const { person, id, text } = reply;
  const address = `${world.server.origin}/support?ticket=${id}`;
  await person.page.goto(address);
  let isStruck = false;
  const send = async () => {
    // It has arrived, and the page was lost before it said so: the conversation comes to show it.
    if (isStruck && (await countOf(world, reply)) > 0) return;
    await fill(person.page, text);
    const isFirst = !isStruck;
    isStruck = true;
    const calls = '**/api/web-app/support/tickets/*/messages';
    await pressWithFault(isFirst ? fault : 'none', { world, person, address }, calls, (isTwice) =>
      press(person.page, support.reply.submit, isTwice),
    );
  };
  for (const deadline = Date.now() + 90_000; ; await person.page.waitForTimeout(200)) {
    const now = await look(person.page);
    if (Date.now() > deadline)
      throw new Finding(`${person.name} does not find “${text}”, and sees: ${now?.path} ${now?.text}`);
    if (!now) continue;
    if (placeOf(now) === 'login') await comeBack(person, address);
    else if (hasButton(now, support.unsure.repeat)) await press(person.page, support.unsure.repeat);
    else if ((await countShown(reply)) > 0) return;
    else if (hasButton(now, support.reply.submit)) await send();
  }
}

async function fill(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: support.reply.label, exact: true });
  await field.fill(text, { timeout: 3_000 }).catch(ignore);
}

/** How often it stands in the conversation on the screen, which neither the form nor a question about it is part of. */
function countShown({ person, text }: Reply): Promise<number> {
  const conversation = person.page.getByRole('list', { name: support.ticket.messages, exact: true });
  return conversation
    .getByRole('listitem')
    .filter({ hasText: text })
    .count()
    .catch(() => 0);
}

async function countOf({ server }: World, { person, id, text }: Reply): Promise<number> {
  const path = `/support/tickets/${id}`;
  const { messages } = await server.ask<{ messages: { text: string }[] }>('GET', path, person.token);
  return messages.filter((message) => message.text === text).length;
}
