import type { ReactNode } from 'react';
import { Link } from 'react-aria-components/Link';
import { classes } from './classes.ts';

interface RowFaceProps {
  /** A decorative picture, 36 px or less. */
  mark?: ReactNode;
  title: ReactNode;
  /** Shown under the title. */
  under?: ReactNode;
  /** A small picture between the two sides, if there is room. */
  middle?: ReactNode;
  /** A figure at the end of the first line. It is never cut off. */
  value?: ReactNode;
  /** Shown under the value. */
  aside?: ReactNode;
  /** Whether the title is a sentence: smaller, on as many lines as it needs. */
  isLong?: boolean;
}

/** The pressable element around a `RowFace`. */
const rowClasses =
  'focus-inside flex w-full min-h-14 items-center gap-3 rounded-field py-2 text-left text-ink transition-colors hover:bg-ink/4 data-pressed:bg-ink/6';

/** A mark, two lines on the left, two on the right. */
export function RowFace({ mark, title, under, middle, value, aside, isLong = false }: RowFaceProps) {
  return (
    <>
      {mark}
      <span className="flex min-w-0 flex-1 flex-col">
        <span
          className={classes(
            'leading-5 [overflow-wrap:anywhere]',
            isLong ? 'text-sm' : 'line-clamp-2 font-medium',
          )}
          title={!isLong && typeof title === 'string' ? title : undefined}
        >
          {title}
        </span>
        {under !== undefined && <span className="text-muted text-xs [overflow-wrap:anywhere]">{under}</span>}
      </span>
      {middle !== undefined && <span className="max-[24rem]:hidden">{middle}</span>}
      {(value ?? aside) !== undefined && (
        <span className="flex max-w-[58%] shrink-0 flex-col items-end text-right">
          <span className="leading-5">{value}</span>
          <span className="text-muted text-xs tabular-nums">{aside}</span>
        </span>
      )}
    </>
  );
}

interface RowProps extends RowFaceProps {
  /** The target of the whole row; null for none. */
  href: string | null;
  onPress?: (() => void) | undefined;
}

/** One line of a list on a phone, 56 to 72 px high, which is a single link. */
export function Row({ href, onPress, ...face }: RowProps) {
  if (href === null)
    return (
      <div className={rowClasses}>
        <RowFace {...face} />
      </div>
    );
  return (
    <Link href={href} {...(onPress && { onPress })} className={rowClasses}>
      <RowFace {...face} />
    </Link>
  );
}

/** A hidden word that names the figure after it, for screen readers. */
export function RowLabel({ children }: { children: string }) {
  return <span className="sr-only">{children}: </span>;
}
