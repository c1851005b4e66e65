import type { Page } from 'playwright-core';
import type { Agreed } from './model.ts';
import { texts } from './screen.ts';
import type { MoneyStep } from './steps.ts';

/** How far somebody has come with a step of money. */
export interface Progress {
  readonly step: MoneyStep;
  readonly amount: string;
  readonly address: string;
  /** When nobody waits any longer. Whatever comes between may take its time. */
  until: number;
  isFilled: boolean;
  isPaused: boolean;
  isQuoted: boolean;
  isStruck: boolean;
  /** What was agreed to last; null before the first press. */
  agreed: Agreed | null;
  presses: number;
  returns: number;
}

/** Whatever is in the way of a press, the next look shows it. */
export async function tryTo(work: () => Promise<unknown>): Promise<void> {
  await work().catch(() => undefined);
}

export const press = (page: Page, name: string) =>
  tryTo(() => page.getByRole('button', { name, exact: true }).first().click({ timeout: 3_000 }));

export const goOn = (page: Page) => press(page, texts.transactions.payment.request);
