import { listTokenCall } from '../../contract/operator.ts';
import { count, optional, text } from './arguments.ts';
import { command, type Noun } from './command.ts';

const amount = text('AMOUNT');

export const tokens: Noun = {
  refusals: {
    ADDRESS_INVALID: 'The contract is no address of the network',
    AMOUNT_TOO_LARGE: 'The amount is larger than any supply',
  },
  commands: {
    'tokens list': command(
      'lists a token of the network, so that people can add it',
      {
        ticker: text('TICKER'),
        name: text('NAME'),
        issuer: optional(text('ISSUER')),
        decimals: count,
        contract: text('ADDRESS'),
        minimum: amount,
        fee: amount,
        maximum: amount,
      },
      async ({ issuer = null, ...body }, { ask, print }) => {
        const { symbol, ticker, same_ticker } = await ask(listTokenCall, { issuer, ...body });
        print(`Listed as ${symbol}${same_ticker ? `, because another token has the ticker ${ticker}` : ''}.`);
      },
    ),
  },
};
