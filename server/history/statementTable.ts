import { csvLine } from '../../contract/csv.ts';
import { valueToken } from '../../contract/tokens.ts';
import type { Statement, StatementLine, StatementPart } from './statements.ts';

const columns = [
  'record',
  'token',
  'time',
  'local_time',
  'operation_id',
  'kind',
  'amount_in',
  'amount_out',
  'fee',
  'balance',
  'other_token',
  'other_amount',
  'counterparty',
  'tx_hash',
  'price',
  'value',
  'text',
] as const;

type Cells = Partial<Record<(typeof columns)[number], string | null | undefined>>;
const lineOf = (cells: Cells) => csvLine(columns.map((column) => cells[column] ?? ''));

/**
 * The statement as CSV (RFC 4180), a few hundred movements at a time. `record` is the type of a line: first the holder and the period, then
 * for each token its `opening` balance, each `movement` and the `closing` balance with its sums, and finally the sums of all tokens in
 * USDT. Values are in USDT at the last price before the moment, and empty when no price was known.
 */
export async function* statementTable(
  statement: Statement,
  parts: AsyncIterable<StatementPart>,
): AsyncGenerator<string> {
  const { holder, period, time_zone, from, until } = statement;
  yield [
    csvLine(columns),
    lineOf({ record: 'holder', text: holder }),
    lineOf({ record: 'period', text: period }),
    lineOf({ record: 'time_zone', text: time_zone }),
    lineOf({ record: 'from', time: from.toISOString() }),
    lineOf({ record: 'until', time: until.toISOString() }),
  ].join('');
  for await (const part of parts) yield tableOf(statement, part);
}

function tableOf({ from, until }: Statement, part: StatementPart): string {
  if (part.type === 'movements') {
    return part.lines.map((line) => movementOf(part.account.token, line)).join('');
  }
  if (part.type === 'end') {
    const { in: amount_in, out: amount_out, fee } = part.sums;
    return [
      lineOf({ record: 'movements', text: String(part.movements) }),
      lineOf({ record: 'total', token: valueToken.symbol, amount_in, amount_out, fee }),
      lineOf({ record: 'without_price', text: String(part.unpriced) }),
    ].join('');
  }
  const { type, account, balance, price, value } = part;
  const sums = type === 'closing' ? part.sums : null;
  return lineOf({
    ...{ record: type, token: account.token, balance, price, value },
    ...{ time: (sums ? until : from).toISOString() },
    ...{ amount_in: sums?.in, amount_out: sums?.out, fee: sums?.fee },
  });
}

function movementOf(token: string, line: StatementLine): string {
  const { at, local, operation, kind, fee, balance, counterparty, price, value } = line;
  return lineOf({
    ...{
      record: 'movement',
      token,
      time: at.toISOString(),
      local_time: local,
      operation_id: operation,
      kind,
    },
    ...{ amount_in: line.in, amount_out: line.out, fee, balance },
    ...{ other_token: line.other, other_amount: line.otherAmount, counterparty, tx_hash: line.hash },
    ...{ price, value },
  });
}
