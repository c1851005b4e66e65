import { fromPromise } from 'xstate';
import { compareDecimals } from '../../../contract/money.ts';
import type { KeysetPage } from '../../../contract/paging.ts';
import type { PriceChange, PriceState } from '../../../contract/rates.ts';
import type { Loaded, ReadRequest } from '../../../contract/reading.ts';
import type { DecisionOutcome } from '../../machines/console/decision.ts';
import {
  type PriceChoice,
  priceDecision,
  priceDetails,
  priceList,
  pricePart,
  pricesArea,
  readFigure,
} from '../../machines/console/pricesArea.ts';
import { decidedOtherwise, incomplete, readAt } from '../../services/console/operatorCalls.ts';
import { createPriceReview } from '../../services/console/priceCalls.ts';
import type { ConsoleServices } from '../core/services.ts';

interface Sent {
  readonly subject: PriceState;
  readonly choice: PriceChoice;
}

export function openPrices({ http, clock }: ConsoleServices) {
  const review = createPriceReview({ http });
  const part = pricePart.provide({
    actors: {
      load: fromPromise<Loaded<KeysetPage<PriceState>>, ReadRequest>(({ input: { fresh }, signal }) =>
        readAt(clock, async () => ({ data: await review.list({ fresh, signal }), meta: { next: null } })),
      ),
    },
  });
  const details = priceDetails.provide({
    actors: {
      load: fromPromise<Loaded<readonly PriceChange[]>, ReadRequest>(({ input: { key }, signal }) =>
        readAt(clock, () => review.changes(key, signal)),
      ),
    },
  });
  const decision = priceDecision.provide({
    actors: {
      send: fromPromise<void, Sent>(async ({ input: { subject, choice } }) => {
        const { pair } = subject;
        if (choice.verdict === 'set') return review.setPrice(pair, figure(choice.rate), choice.confirm);
        const rules = changedRules(subject, choice);
        if (Object.keys(rules).length === 0) throw incomplete();
        return review.setRules(pair, rules);
      }),
      readOutcome: fromPromise<DecisionOutcome, Sent>(async ({ input: { subject, choice } }) => {
        const { pair } = subject;
        const now = (await review.list()).find((each) => each.pair === pair);
        if (now && isAsChosen(now, subject, choice)) return 'done';
        if (now && isRuledOtherwise(now, subject, choice)) throw decidedOtherwise();
        const figures =
          choice.verdict === 'set' ? [figure(choice.rate)] : Object.values(changedRules(subject, choice));
        return (await review.isProposed(pair, choice.verdict, figures)) ? 'proposed' : 'open';
      }),
    },
  });
  return pricesArea.provide({
    actors: { list: priceList.provide({ actors: { part } }), details, decision },
  });
}

function isAsChosen(now: PriceState, before: PriceState, choice: PriceChoice): boolean {
  if (choice.verdict === 'set') {
    const isChosen = now.rate !== null && isSame(now.rate, figure(choice.rate));
    return isChosen && now.since !== before.since;
  }
  const { quote_move = now.quote_move, jump = now.jump } = changedRules(before, choice);
  return isSame(now.quote_move, quote_move) && isSame(now.jump, jump);
}

/** Whether a rule that was chosen has by now neither its shown value nor the chosen one. */
function isRuledOtherwise(now: PriceState, shown: PriceState, choice: PriceChoice): boolean {
  if (choice.verdict === 'set') return false;
  const chosen = changedRules(shown, choice);
  return (['quote_move', 'jump'] as const).some((rule) => {
    const value = chosen[rule];
    return value !== undefined && !isSame(now[rule], shown[rule]) && !isSame(now[rule], value);
  });
}

const isSame = (one: string, other: string) => compareDecimals(one, other) === 0;

/** The rules that differ from those that were shown: another operator may have changed the others since. */
function changedRules(
  shown: PriceState,
  choice: Extract<PriceChoice, { verdict: 'rules' }>,
): { readonly quote_move?: string; readonly jump?: string } {
  const [quote_move, jump] = [figure(choice.quote_move), figure(choice.jump)];
  return {
    ...(isSame(shown.quote_move, quote_move) ? {} : { quote_move }),
    ...(isSame(shown.jump, jump) ? {} : { jump }),
  };
}

function figure(typed: string): string {
  const read = readFigure(typed);
  if (!read.ok) throw incomplete();
  return read.value;
}
