import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import type { AuditReport } from '../../contract/operator.ts';
import { signIn, signOut } from '../support/person.ts';
import { writeToSupport } from './asking.ts';
import { cancelOne, decide } from './cancelling.ts';
import { endSession } from './faults.ts';
import { moveMoney } from './flow.ts';
import { join } from './joining.ts';
import { amountOf, arrive, canPay, carryOut, type Model, minorOf, openModel } from './model.ts';
import { replyToSupport } from './replying.ts';
import type { WalkedServer } from './server.ts';
import { signInAgain } from './signingIn.ts';
import type { MoneyStep, Step } from './steps.ts';
import { verify } from './verifying.ts';
import { compareScreens, untilShown } from './wallets.ts';
import {
  closeWorld,
  compareLedger,
  enterWallet,
  Finding,
  movementsOf,
  openWorld,
  start,
  until,
  type World,
} from './world.ts';

export interface Walked {
  /** Null when everything was as it has to be. */
  readonly finding: string | null;
  /** The step that it was found at, from 0. */
  readonly at: number;
  /** How many steps were taken, without those that had nothing to do. */
  readonly taken: number;
}

/** Takes the steps one after the other. After each the ledger is compared with the model, at the end the screens, and the audit is asked. */
export async function walk(
  server: WalkedServer,
  browser: Browser,
  steps: readonly Step[],
  hear: (step: Step, place: number) => void = () => undefined,
): Promise<Walked> {
  await server.start();
  const world = await openWorld(server, browser);
  const model = openModel(start);
  let at = 0;
  let taken = 0;
  try {
    for (const [place, step] of steps.entries()) {
      at = place;
      hear(step, place);
      if (!(await take({ world, model, browser }, step, place))) continue;
      taken += 1;
      await compareLedger(world, model);
      complain(world);
    }
    await compareScreens(world);
    complain(world);
    await audit(world);
    return { finding: null, at, taken };
  } catch (error) {
    if (process.env.WALK_PICTURES)
      await Promise.all(
        world.people.map(({ page, name }) =>
          page
            .screenshot({ path: `${process.env.WALK_PICTURES}/${name}.png`, timeout: 5_000 })
            .catch(() => null),
        ),
      );
    return { finding: error instanceof Finding ? error.message : String(error), at, taken };
  } finally {
    await server.start();
    await closeWorld(world).catch(() => undefined);
  }
}

function complain({ people }: World): void {
  for (const { name, complaints } of people)
    if (complaints.length > 0) throw new Finding(`The page of ${name} complains: ${complaints.join('; ')}`);
}

async function audit({ server }: World): Promise<void> {
  const ask = () => server.operate<AuditReport>('GET', '/audit');
  const report = await until('The audit must end', ask, ({ progress }) => progress === null);
  if (!report.clean) throw new Finding(`The audit finds: ${JSON.stringify(report)}`);
}

interface Walking {
  readonly world: World;
  readonly model: Model;
  readonly browser: Browser;
}

/** False when there was nothing to do: no such withdrawal, not enough money, no ticket, a verification that has begun. */
async function take({ world, model, browser }: Walking, step: Step, place: number): Promise<boolean> {
  switch (step.do) {
    case 'send':
    case 'withdraw':
    case 'exchange':
      if (!canPay(model, step)) return false;
      await pay(world, model, step, place);
      return true;
    case 'cancel': {
      const open = model.open.find(({ who }) => who === step.who);
      if (open) await cancelOne(world, model, open, step);
      return open !== undefined;
    }
    case 'join':
      await join(world, browser, step);
      return true;
    case 'write':
      await writeToSupport(world, step, place);
      return true;
    case 'reply':
      return replyToSupport(world, step, place);
    case 'verify':
      return verify(world, step);
    case 'decide': {
      const [open] = model.open;
      if (open) await decide(world, model, open, step.approve);
      return open !== undefined;
    }
    case 'deposit': {
      const { email } = world.people[step.who];
      const arrived = { id: randomUUID(), email, token: step.token, amount: String(step.size) };
      await world.server.operate('POST', '/deposits', arrived);
      arrive(model, step.who, step.token, minorOf(arrived.amount, step.token));
      return true;
    }
    case 'signOut': {
      const person = world.people[step.who];
      await enterWallet(world, person);
      await signOut(person.page);
      await person.page.waitForURL('**/auth/login');
      await signIn(person.page, person);
      await person.page.waitForURL('**/wallet');
      return true;
    }
    case 'signIn':
      await signInAgain(world, step);
      return true;
    case 'sessionEnds':
      await endSession(world, world.people[step.who].page);
      return true;
    case 'restart':
      await world.server.end(step.isKilled);
      await world.server.start();
      return true;
  }
}

/** It happens once or not at all, and its person is told which. */
async function pay(world: World, model: Model, step: MoneyStep, place: number): Promise<void> {
  const { name } = world.people[step.who];
  const other = step.do === 'send' ? world.people[step.who === 0 ? 1 : 0] : null;
  if (step.isWatched && other) await enterWallet(world, other);
  const told = await moveMoney(world, step, place);
  const count = (await movementsOf(world, step.who, amountOf(step, place), step.do)).length;
  if (count > 1) throw new Finding(`It happened ${count} times; ${name} sees: ${told.text}`);
  const hasHappened = told.outcome !== 'refused' && told.outcome !== 'left';
  if (hasHappened && count === 0) throw new Finding(`It did not happen, and ${name} is told: ${told.text}`);
  if (!hasHappened && count === 1) throw new Finding(`It happened, and ${name} is told: ${told.text}`);
  if (hasHappened) carryOut(model, step, place, told.agreed);
  if (step.isWatched && other) await untilShown(world, other);
}
