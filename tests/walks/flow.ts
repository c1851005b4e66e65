import type { Page } from 'playwright-core';
import { signIn } from '../support/person.ts';
import { pressWithFault } from './faults.ts';
import { fillAndGoOn } from './form.ts';
import { interrupt, silence } from './interruptions.ts';
import { type Agreed, amountOf, minorOf } from './model.ts';
import { goOn, type Progress, press, tryTo } from './progress.ts';
import { isAccept, type Look, look, type Place, placeOf, texts } from './screen.ts';
import type { MoneyStep } from './steps.ts';
import { Finding, type Person, type World } from './world.ts';

const { exchange, transactions } = texts;
const { flow, payment } = transactions;

/**
 * How a person was told that it ended. `gone`: it was said on a page that they lost in that moment; their history says it. `left`: nothing
 * was agreed to.
 */
export interface Told {
  readonly outcome: 'settled' | 'refused' | 'gone' | 'left';
  readonly agreed: Agreed;
  readonly text: string;
}

/** Longer than a quote lives and what was sent by it may still arrive. */
const patience = 150_000;

/** A person does it, whatever comes between, until they are told how it ended. Rejects with a finding when they are not. */
export async function moveMoney(world: World, step: MoneyStep, place: number): Promise<Told> {
  const person = world.people[step.who];
  const address = `${world.server.origin}${addressOf(step)}`;
  const progress: Progress = {
    ...{ step, address, amount: amountOf(step, place), until: Date.now() + patience },
    ...{
      isFilled: false,
      isPaused: false,
      isQuoted: false,
      isStruck: false,
      agreed: null,
      presses: 0,
      returns: 0,
    },
  };
  await person.page.goto(address);
  let last: Look | null = null;
  const seen: Place[] = [];
  while (Date.now() < progress.until) {
    const now = await look(person.page);
    if (now) {
      last = now;
      const where = placeOf(now);
      if (seen.at(-1) !== where) seen.push(where);
      const told = await act(world, person, progress, where, now);
      if (told) return told;
    }
    await person.page.waitForTimeout(100);
  }
  throw new Finding(
    `${person.name} is not told how it ended. They came by ${seen.join(', ')}, and see: ${last?.path} ${last?.text}`,
  );
}

function addressOf({ do: kind, token, into }: MoneyStep): string {
  return kind === 'exchange'
    ? `/exchange?from=${token}&to=${into}`
    : `/transactions?tab=${kind}&token=${token}`;
}

/** What somebody does where they find themselves; answers when they know how it ended. */
async function act(
  world: World,
  person: Person,
  progress: Progress,
  where: Place,
  now: Look,
): Promise<Told | null> {
  const { page } = person;
  const { agreed } = progress;
  const told = (outcome: Told['outcome']) => ({
    ...{ outcome, text: now.text },
    agreed: agreed ?? { leaves: 0n, arrives: 0n },
  });
  if (where === progress.step.pauseAt && where !== 'draft' && !progress.isPaused) {
    progress.isPaused = true;
    await interrupt(world, person, progress);
    progress.until = Date.now() + patience;
    return null;
  }
  switch (where) {
    case 'login':
      await tryTo(() => signIn(page, person));
      await tryTo(() => page.waitForURL('**/wallet', { timeout: 5_000 }));
      return null;
    case 'elsewhere':
      await press(page, flow.takeOver);
      return null;
    case 'settled':
      if (!agreed) throw new Finding(`${person.name} has agreed to nothing and is told: ${now.text}`);
      return told('settled');
    case 'refused':
      return told('refused');
    case 'absent':
      if (!progress.step.isPatient) await press(page, flow.repeat);
      return null;
    case 'unknown':
      if (now.buttons.some(({ name }) => name === flow.repeat || isAccept(name)))
        throw new Finding(`Nobody knows what became of it, and it can be sent again: ${now.text}`);
      return null;
    case 'changed':
      await press(page, flow.acceptChanged);
      return null;
    case 'over':
      await press(page, flow.renew);
      return null;
    case 'proof':
      await prove(person);
      return null;
    case 'review':
      if (!progress.isFilled) {
        // Left by a step before.
        await press(page, flow.change);
        return null;
      }
      if (progress.step.isLeft) return told('left');
      await agree(world, person, progress, now);
      return null;
    case 'returned':
      progress.returns += 1;
      await tryTo(() => goOn(page));
      return null;
    case 'draft':
      return (await fillAndGoOn(world, person, progress, now)) ? told('gone') : null;
    case 'other':
      await comeBack(page, progress);
      return null;
  }
}

async function prove({ page, password }: Person): Promise<void> {
  const field = page.getByLabel(texts.auth.fields.password, { exact: true });
  await tryTo(() => field.fill(password, { timeout: 2_000 }));
  await press(page, transactions.proof.submit);
  if (await page.getByRole('button', { name: transactions.proof.retry, exact: true }).isVisible())
    await press(page, transactions.proof.retry);
}

/** After a login comes the wallet: from there by its offer to go on, else by the address. */
async function comeBack(page: Page, { address, isFilled }: Progress): Promise<void> {
  if (new URL(page.url()).pathname !== '/wallet') return;
  const offer = page.getByRole('link', { name: /^Continue (?:sending|withdrawing|exchanging) / });
  if (isFilled) await tryTo(() => offer.click({ timeout: 2_000 }));
  if (new URL(page.url()).pathname === '/wallet') await tryTo(() => page.goto(address));
}

async function agree(world: World, person: Person, progress: Progress, now: Look): Promise<void> {
  const { step } = progress;
  const button = now.buttons.find(({ name }) => isAccept(name));
  if (!button || button.isOff) return;
  if (!button.name.includes(` ${progress.amount}`) || !button.name.endsWith(step.token))
    throw new Finding(`${person.name} typed ${progress.amount} ${step.token} and reviews: ${now.text}`);
  const isExchange = step.do === 'exchange';
  const leaves = now.facts[isExchange ? exchange.pay : payment.leaves];
  const arrives = now.facts[isExchange ? exchange.receive : payment.receives];
  if (leaves === undefined || arrives === undefined)
    throw new Finding(`A review does not say what moves: ${now.text}`);
  progress.agreed = {
    leaves: minorOf(leaves, step.token),
    arrives: minorOf(arrives, isExchange ? step.into : step.token),
  };
  progress.presses += 1;
  const { page } = person;
  const click = async (isTwice: boolean) => {
    const target = page.getByRole('button', { name: button.name, exact: true });
    await tryTo(() => (isTwice ? target.dblclick({ timeout: 3_000 }) : target.click({ timeout: 3_000 })));
  };
  if (progress.isStruck) return click(false);
  progress.isStruck = true;
  if (step.isSilent) await silence(page);
  const calls = isExchange ? '**/api/web-app/exchange' : '**/api/web-app/transactions/{send,withdraw}';
  await pressWithFault(step.fault, { world, person, address: progress.address }, calls, click);
}
