import { appendFileSync } from 'node:fs';

/** `/s` is better when it is higher, every other unit when it is lower. `score` is Lighthouse's, of 100. */
export type Unit = '/s' | 'ms' | 's' | 'kB' | 'MB' | 'score' | '';

/** What a bench has measured. */
export interface Figure {
  /** Unique among all benches: by it a figure is compared with that of an earlier run. */
  readonly name: string;
  readonly value: number;
  readonly unit: Unit;
  readonly aim?: number;
  /** What else was measured in the same run and unit, by which the speed of the machine is taken out of the figure. */
  readonly beside?: { readonly name: string; readonly value: number };
}

export const isHigherBetter = (unit: Unit) => unit === '/s' || unit === 'score';

/** A figure beside the other one of its run, as a quotient; null where there is none. */
export const ratioOf = ({ value, beside }: Figure): number | null => (beside ? value / beside.value : null);

/** Prints a figure as one line, and hands it to `npm run bench` where that runs the bench (the file of `BENCH_FIGURES`). */
export function tell(figure: Figure): void {
  const { name, value, unit, aim, beside } = figure;
  const ratio = ratioOf(figure);
  const parts = [
    `${name.padEnd(56)} ${amountOf(value, unit).padStart(10)}`,
    ...(aim === undefined ? [] : [`aim ${amountOf(aim, unit)}`]),
    ...(ratio === null ? [] : [`${ratio.toFixed(2)} of ${beside?.name}`]),
  ];
  console.log(parts.join(', '));
  const file = process.env.BENCH_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`);
}

/** A value with its unit: whole from 100 on, below with three significant digits. */
export function amountOf(value: number, unit: Unit): string {
  const digits = Math.abs(value) < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 };
  const number = value.toLocaleString('en', digits);
  if (unit === '/s') return `${number}/s`;
  return unit === '' || unit === 'score' ? number : `${number} ${unit}`;
}

/** The median and the longest of times in milliseconds. */
export function tellTimes(name: string, taken: readonly number[], aim?: number): void {
  const sorted = taken.toSorted((left, right) => left - right);
  tell({
    name: `${name}, median`,
    value: sorted[sorted.length >> 1] ?? Number.NaN,
    unit: 'ms',
    ...(aim !== undefined && { aim }),
  });
  tell({ name: `${name}, longest`, value: sorted.at(-1) ?? Number.NaN, unit: 'ms' });
}
