import { signIn } from '../support/person.ts';
import { pressWithFault } from './faults.ts';
import { close, type Model, type OpenWithdrawal } from './model.ts';
import { type Look, look, placeOf, texts } from './screen.ts';
import type { Step } from './steps.ts';
import { Finding, type Movement, movementsOf, type Person, until, type World } from './world.ts';

const { cancel } = texts.transactions;

async function movementOf(world: World, { who, amount }: OpenWithdrawal): Promise<Movement> {
  const [movement] = await movementsOf(world, who, amount, 'withdraw');
  if (!movement) throw new Finding(`A withdrawal of ${amount} is not in the history`);
  return movement;
}

/** An operator lets a withdrawal go, or refuses it; what the network does then takes its time. */
export async function decide(world: World, model: Model, withdrawal: OpenWithdrawal, approve: boolean) {
  const { id } = await movementOf(world, withdrawal);
  const reason = approve ? {} : { reason: 'requested' };
  await world.server.operate('POST', `/withdrawals/${approve ? 'approve' : 'reject'}`, { id, ...reason });
  await untilStatus(world, withdrawal, approve ? ['completed'] : ['failed']);
  close(model, withdrawal, approve);
}

function untilStatus(world: World, withdrawal: OpenWithdrawal, statuses: readonly string[]) {
  return until(
    `A withdrawal of ${withdrawal.amount} must be ${statuses.join(' or ')}`,
    async () => (await movementOf(world, withdrawal)).status,
    (status) => statuses.includes(status),
    120_000,
  );
}

/** A person cancels a withdrawal, and an operator may be faster. Told is what the ledger says. */
export async function cancelOne(
  world: World,
  model: Model,
  withdrawal: OpenWithdrawal,
  { fault, isRaced }: Extract<Step, { do: 'cancel' }>,
): Promise<void> {
  const person = world.people[withdrawal.who];
  const { id } = await movementOf(world, withdrawal);
  const address = `${world.server.origin}/transactions/history?id=${id}`;
  await person.page.goto(address);
  let isStruck = false;
  const strike = async () => {
    isStruck = true;
    if (isRaced) await world.server.operate('POST', '/withdrawals/approve', { id });
    const calls = '**/api/web-app/transactions/*/cancel';
    await pressWithFault(fault, { world, person, address }, calls, (isTwice) => confirm(person, isTwice));
  };
  for (const deadline = Date.now() + 90_000; ; await person.page.waitForTimeout(150)) {
    const now = await look(person.page);
    if (now && placeOf(now) === 'login') await comeBack(person, address);
    else if (now && hasButton(now, cancel.decline)) await (isStruck ? confirm(person, false) : strike());
    else if (now && isStruck && (await isTold(world, withdrawal, now, person.name))) break;
    else await actionOf(person).click({ timeout: 1_000 }).catch(ignore);
    if (Date.now() > deadline)
      throw new Finding(
        `${person.name} is not told whether it was cancelled, and sees: ${now?.path} ${now?.text}`,
      );
  }
  const status = await untilStatus(world, withdrawal, ['cancelled', 'completed']);
  close(model, withdrawal, status === 'completed');
}

const ignore = () => undefined;
const hasButton = (now: Look, name: string) => now.buttons.some((button) => button.name === name);
const actionOf = ({ page }: Person) => page.getByRole('button', { name: cancel.action, exact: true }).last();

/** Let go after the question has stood longer than a double click takes. */
async function confirm(person: Person, isTwice: boolean): Promise<void> {
  const pressed = { delay: 600, timeout: 3_000, clickCount: isTwice ? 2 : 1 };
  await actionOf(person).click(pressed).catch(ignore);
}

async function comeBack(person: Person, address: string): Promise<void> {
  await signIn(person.page, person).catch(ignore);
  await person.page.waitForURL('**/wallet', { timeout: 5_000 }).catch(ignore);
  await person.page.goto(address);
}

/** By a sentence, or, where the page was lost meanwhile, by a status that offers nothing to cancel. */
async function isTold(world: World, withdrawal: OpenWithdrawal, now: Look, name: string): Promise<boolean> {
  const { status } = await movementOf(world, withdrawal);
  const told = [cancel.done, ...Object.values(cancel.late)].find((sentence) => now.said.includes(sentence));
  if (told === cancel.done && status !== 'cancelled')
    throw new Finding(`${name} is told “${told}”, and it is ${status}`);
  if (now.said.includes(cancel.failed) && status === 'cancelled')
    throw new Finding(`${name} is told “${cancel.failed}”, and it is cancelled`);
  return told !== undefined || (status !== 'pending' && !hasButton(now, cancel.action));
}
