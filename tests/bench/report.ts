import { amountOf, type Figure, isHigherBetter, ratioOf } from './figures.ts';

/** A ratio that became worse by more than this share is a defect. */
export const tolerated = 0.15;

/** The columns of the table that are read again by the next run. */
interface Earlier {
  readonly value: string;
  readonly ratio: number | null;
}

/** The figures of an earlier report, by their names. */
export function earlierOf(report: string): ReadonlyMap<string, Earlier> {
  const earlier = new Map<string, Earlier>();
  for (const line of report.split('\n')) {
    const [, name, value, , , , ratio] = line.split('|').map((cell) => cell.trim());
    if (!name || !value || name === 'measured' || name.startsWith('---')) continue;
    earlier.set(name, { value, ratio: ratio ? Number(ratio) : null });
  }
  return earlier;
}

/** A ratio that became worse than tolerated, as a sentence. */
export function fallenOf(figures: readonly Figure[], earlier: ReadonlyMap<string, Earlier>): string[] {
  return figures.flatMap((figure) => {
    const [now, before] = [ratioOf(figure), earlier.get(figure.name)?.ratio ?? null];
    if (now === null || before === null) return [];
    const isWorse = isHigherBetter(figure.unit)
      ? now < before * (1 - tolerated)
      : now > before * (1 + tolerated);
    return isWorse
      ? [`${figure.name}: ${ratioText(now)} of ${figure.beside?.name}, before ${ratioText(before)}`]
      : [];
  });
}

interface Run {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly commit: string;
  /** Its processors, system and Node. */
  readonly machine: string;
  readonly figures: readonly Figure[];
  /** The benches that ended in an error. */
  readonly failed: readonly string[];
}

/** docs/performance.md: what a run has measured, beside what stands in the report before it. */
export function reportOf(
  { day, commit, machine, figures, failed }: Run,
  earlier: ReadonlyMap<string, Earlier>,
) {
  const rows = figures.map((figure) => {
    const { name, value, unit, aim, beside } = figure;
    const [before, ratio] = [earlier.get(name), ratioOf(figure)];
    return [
      name,
      amountOf(value, unit),
      before?.value ?? '',
      aim === undefined ? '' : amountOf(aim, unit),
      beside ? `${beside.name}: ${amountOf(beside.value, unit)}` : '',
      ratio === null ? '' : ratioText(ratio),
      before?.ratio ? ratioText(before.ratio) : '',
    ];
  });
  const table = [
    ['measured', 'now', 'before', 'aim', 'beside, in the same run', 'ratio', 'ratio before'],
    Array(7).fill('---'),
    ...rows,
  ];
  return `# Performance

Written by \`npm run bench\` on ${day}, at commit ${commit}: ${machine}. "Before" is the run whose report stood here. Everything that is measured shares the machine with what measures it. A ratio compares a figure with the other one of its run, so that it is the same on machines of any speed: \`npm run bench\` fails when one became worse by more than ${tolerated * 100} %, and then leaves this file as it was.

${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}
${failed.length > 0 ? `\nWithout figures, because they ended in an error: ${failed.join(', ')}.\n` : ''}`;
}

const ratioText = (ratio: number) => ratio.toLocaleString('en', { maximumSignificantDigits: 3 });
