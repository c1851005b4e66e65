import type { Page } from 'playwright-core';
import { outside } from '../support/payments.ts';
import { pressWithFault } from './faults.ts';
import { interrupt } from './interruptions.ts';
import { goOn, type Progress, tryTo } from './progress.ts';
import { type Look, look, placeOf, texts } from './screen.ts';
import type { MoneyStep } from './steps.ts';
import { Finding, type Person, type World } from './world.ts';

const { exchange } = texts;
const { payment } = texts.transactions;

/** True when the form is empty after something was sent: the page was lost when its outcome was said. */
export async function fillAndGoOn(
  world: World,
  person: Person,
  progress: Progress,
  now: Look,
): Promise<boolean> {
  const { page } = person;
  const { step, amount } = progress;
  const field = amountField(page, step);
  if (!progress.isFilled) {
    if (step.do !== 'exchange')
      await tryTo(() => page.getByRole('textbox', { name: payment.to }).fill(recipientOf(world, step)));
    await tryTo(() => field.fill(amount));
    progress.isFilled = (await field.inputValue().catch(() => '')) === amount;
    return false;
  }
  const typed = await field.inputValue({ timeout: 1_000 }).catch(() => null);
  if (typed === null) return false;
  if (typed !== amount) return progress.presses > 0 ? isEmptied(page, step) : isLost(person, progress, typed);
  if (progress.step.pauseAt === 'draft' && !progress.isPaused) {
    progress.isPaused = true;
    await interrupt(world, person, progress);
    return false;
  }
  if (now.buttons.some(({ name, isOff }) => name === payment.request && isOff)) return false;
  const fault = progress.isQuoted ? 'none' : step.quoteFault;
  progress.isQuoted = true;
  const struck = { world, person, address: progress.address };
  await pressWithFault(fault, struck, '**/api/web-app/{exchange,transactions}/quotes', () => goOn(page));
  return false;
}

async function isEmptied(page: Page, step: MoneyStep): Promise<boolean> {
  await page.waitForTimeout(1_000);
  const now = await look(page);
  const typed = await amountField(page, step)
    .inputValue({ timeout: 1_000 })
    .catch(() => null);
  return now !== null && placeOf(now) === 'draft' && typed === '';
}

/** Read again: the form comes before what is kept of it. */
async function isLost(person: Person, { step, amount }: Progress, typed: string): Promise<boolean> {
  await person.page.waitForTimeout(3_000);
  const now = await look(person.page);
  const again = await amountField(person.page, step)
    .inputValue({ timeout: 1_000 })
    .catch(() => amount);
  if (now && placeOf(now) === 'draft' && again !== amount)
    throw new Finding(`${person.name} typed ${amount} and finds “${typed}”: ${now.text}`);
  return false;
}

const amountField = (page: Page, { do: kind }: MoneyStep) =>
  page.getByRole('textbox', { name: kind === 'exchange' ? exchange.pay : payment.amount, exact: true });

function recipientOf({ people }: World, { do: kind, who, token }: MoneyStep): string {
  return kind === 'send' ? people[who === 0 ? 1 : 0].addresses[token] : outside;
}
