import { classes } from '../base/classes.ts';

interface Props {
  /** At most `most` figures at equal distances, oldest first; fewer are aligned at the end. */
  figures: readonly number[];
  most: number;
  tone: 'gain' | 'loss' | 'muted';
}

const width = 64;
const height = 24;
const tones = { gain: 'text-gain', loss: 'text-loss', muted: 'text-muted' } as const;

/** A small line chart without axes. Decorative: the same information is beside it in words. */
export function Sparkline({ figures, most, tone }: Props) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      className={classes('h-6 w-16 shrink-0', tones[tone])}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={pathOf(figures, most)} />
    </svg>
  );
}

/** Two pixels of padding, so that the line is not cut off; a constant figure is drawn in the middle. */
function pathOf(figures: readonly number[], most: number): string {
  const least = Math.min(...figures);
  const span = Math.max(...figures) - least;
  return figures
    .map((figure, index) => {
      const x = 2 + ((most - figures.length + index) / (most - 1)) * (width - 4);
      const y = span === 0 ? height / 2 : height - 2 - ((figure - least) / span) * (height - 4);
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}
