import type { Browser } from 'playwright-core';
import { pauseWords } from './sentences.ts';
import type { WalkedServer } from './server.ts';
import type { MoneyStep, Pause, PausePlace, Step } from './steps.ts';
import { walk } from './walk.ts';

const interruptions = ['reload', 'reopen', 'sessionEnds', 'crash'] as const satisfies readonly Pause[];

/** What brings a flow to each of its states. An exchange asks for no proof. */
const states: Readonly<Record<PausePlace, Partial<MoneyStep>>> = {
  draft: {},
  review: {},
  proof: { size: 1_500 },
  unknown: { fault: 'dropped', isSilent: true },
  absent: { fault: 'lost' },
};

const usual: Omit<MoneyStep, 'do' | 'pauseAt' | 'pause'> = {
  ...{ who: 0, token: 'USDT', into: 'ZST', size: 20, quoteFault: 'none', fault: 'none' },
  ...{ isSilent: false, isPatient: false, isLeft: false, isWatched: false },
};

/** What was found in a cell; null when the flow went on and ended as it has to. */
interface Cell {
  readonly kind: MoneyStep['do'];
  readonly at: PausePlace;
  readonly pause: Pause;
  readonly finding: string | null;
}

const kinds = ['send', 'withdraw', 'exchange'] as const;
const places = ['draft', 'review', 'proof', 'unknown', 'absent'] as const;

/** Each state of each flow of money, interrupted in each way: a step of a walk, judged as one. Answers how many are not right. */
export async function resumeEach(server: WalkedServer, browser: Browser, hear: (cell: Cell) => void) {
  let found = 0;
  const rows = kinds.flatMap((kind) => places.map((at) => ({ kind, at })));
  for (const { kind, at } of rows.filter((row) => row.kind !== 'exchange' || row.at !== 'proof')) {
    // What was found in one leaves nothing for the others to begin with: they begin anew.
    for (let left: readonly Pause[] = interruptions; left.length > 0; ) {
      const steps = left.map((pause): Step => ({ ...usual, ...states[at], do: kind, pauseAt: at, pause }));
      const walked = await walk(server, browser, steps);
      const judged = walked.finding === null ? left.length : walked.at + 1;
      for (const [place, pause] of left.slice(0, judged).entries())
        hear({ kind, at, pause, finding: place === walked.at ? walked.finding : null });
      if (walked.finding !== null) found += 1;
      left = left.slice(judged);
    }
  }
  return found;
}

export const cellWords = ({ kind, at, pause, finding }: Cell) =>
  `${kind}, ${at}, ${pauseWords[pause]}: ${finding ?? 'right'}`;
