import * as z from 'zod/mini';
import { pricedPair } from '../../contract/rates.ts';
import { tokenSymbol } from '../../contract/textRules.ts';
import { type Argument, Sentence } from './command.ts';

/** Any text; the server validates it. */
export function text(form: string): Argument<string> {
  return { form, read: (typed) => typed };
}

/** One of a closed list; `form` names it in the usage. */
export function oneOf<const Value extends string>(form: string, values: readonly Value[]): Argument<Value> {
  return {
    form,
    values,
    read: (typed, name) => {
      const value = values.find((each) => each === typed);
      if (value === undefined) throw new Sentence(`${name} must be one of ${values.join(', ')}.`);
      return value;
    },
  };
}

export function optional<Value>(argument: Argument<Value>): Argument<Value | undefined> {
  return { ...argument, isOptional: true };
}

export const flag: Argument<true | undefined> = { form: '', isOptional: true, read: () => true };

export const token: Argument<string> = {
  form: 'TOKEN',
  read: (typed, name) => {
    const symbol = z.safeParse(tokenSymbol, typed.toUpperCase());
    if (!symbol.success) throw new Sentence(`${name} must be the symbol of a token, like USDT.`);
    return symbol.data;
  },
};

/** A token, or `*` for `all`. */
export const tokenOrAll: Argument<string> = {
  form: 'TOKEN|all',
  read: (typed, name) => (typed.toLowerCase() === 'all' ? '*' : token.read(typed, name)),
};

export const pair: Argument<string> = {
  form: 'PAIR',
  read: (typed, name) => {
    const found = z.safeParse(pricedPair, typed.toUpperCase());
    if (!found.success) throw new Sentence(`${name} must be a token and USDT, like ZST/USDT.`);
    return found.data;
  },
};

export const count: Argument<number> = {
  form: 'COUNT',
  read: (typed, name) => {
    if (!/^\d{1,2}$/.test(typed)) throw new Sentence(`${name} must be a whole number.`);
    return Number(typed);
  },
};

export const blockNumber: Argument<number> = {
  form: 'BLOCK',
  read: (typed, name) => {
    if (!/^[1-9]\d{0,14}$/.test(typed)) throw new Sentence(`${name} must be the number of a block.`);
    return Number(typed);
  },
};

export const nonce: Argument<number> = {
  form: 'N',
  read: (typed, name) => {
    if (!/^(?:0|[1-9]\d{0,14})$/.test(typed))
      throw new Sentence(`${name} must be a whole number, 0 or more.`);
    return Number(typed);
  },
};

export const ticketNumber = numberOf('a ticket, like 1001');
export const sweepNumber = numberOf('a sweep, like 3');
export const sweepPlace = numberOf('a transaction of a sweep, like 2');
export const proposalNumber = numberOf('a proposal, like 17');

function numberOf(what: string): Argument<number> {
  return {
    form: 'NUMBER',
    read: (typed, name) => {
      const digits = typed.replace(/^#/, '');
      if (!/^[1-9]\d{0,14}$/.test(digits)) throw new Sentence(`${name} must be the number of ${what}.`);
      return Number(digits);
    },
  };
}
