import { type PriceState, pricesCall, setPriceRulesCall, setRateCall } from '../../contract/rates.ts';
import { flag, optional, pair, text } from './arguments.ts';
import { command, type Noun } from './command.ts';

export const rates: Noun = {
  refusals: { CONFIRMATION_REQUIRED: 'If that is meant, repeat the command with --confirm.' },
  commands: {
    'rates list': command(
      'shows each price with its rules, and what is held',
      {},
      async (_, { ask, print }) => {
        for (const each of await ask(pricesCall, undefined)) print(priceLine(each));
      },
    ),
    'rates set': command(
      'sets a price from now on; --confirm when it is far from the last',
      { PAIR: pair, RATE: text('RATE'), confirm: flag },
      async ({ PAIR: pair, RATE: rate, confirm }, { ask, print }) => {
        const set = await ask(setRateCall, { pair, rate, confirm });
        print(`${set.pair} is ${set.rate} from now on; it was ${set.before ?? 'unknown'}.`);
      },
    ),
    'rates rules': command(
      'sets how far a price may move against the server between a quote and its use (--quote-move), and how far it may be from the last without --confirm (--jump)',
      { PAIR: pair, 'quote-move': optional(text('PERCENT')), jump: optional(text('FACTOR')) },
      async ({ PAIR: pair, 'quote-move': quote_move, jump }, { ask, print }) =>
        print(rulesLine(await ask(setPriceRulesCall, { pair, quote_move, jump }))),
    ),
  },
};

function rulesLine({ pair, quote_move, jump }: Pick<PriceState, 'pair' | 'quote_move' | 'jump'>): string {
  return `${pair}: a quote stands while the price moves by ${quote_move} % at most; a price more than ${jump} times away from the last needs --confirm.`;
}

function priceLine(state: PriceState): string {
  const { pair, rate, since, held, feed_stopped: feed } = state;
  const price = rate === null ? 'no price' : `${rate} since ${since}`;
  const waits = held
    ? `\n  HELD since ${held.since}: the market says ${held.rate}. Nothing is exchanged by it until rates set.`
    : '';
  const stopped = feed
    ? `\n  STOPPED since ${feed.since}: the feed cannot be used, ${feed.reason}. Nothing is exchanged by it until the feed is right again, or rates set.`
    : '';
  return `${pair}  ${price}\n  ${rulesLine(state)}${waits}${stopped}`;
}
