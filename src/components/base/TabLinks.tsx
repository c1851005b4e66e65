import type { ReactNode } from 'react';
import { Link } from 'react-aria-components/Link';
import { classes } from './classes.ts';

interface TabLink {
  href: string;
  label: string;
  /** A decorative picture beside the label. */
  mark?: ReactNode;
  isCurrent: boolean;
}

interface Props {
  /** The label of the group of tabs. */
  label: string;
  links: readonly TabLink[];
  /** `pills` for tabs within a section. */
  look?: 'line' | 'pills';
}

const lists = { line: 'border-line border-b sm:gap-x-1', pills: 'gap-2' } as const;
const items = {
  // On a phone they share the width: five of them fit, also in Russian.
  line: '-mb-px w-full min-w-touch justify-center border-b-2 px-1 max-[22.5rem]:px-0.5 max-[22.5rem]:text-sm sm:px-4',
  pills: 'rounded-field border px-4',
} as const;
const current = {
  line: 'border-zest-ink font-semibold text-ink',
  pills: 'border-ink bg-ink/8 font-semibold text-ink',
} as const;
const others = {
  line: 'border-transparent text-muted hover:border-edge hover:text-ink',
  pills: 'border-edge text-muted hover:border-ink hover:text-ink',
} as const;

/** The parts of a screen, each with its own address. */
export function TabLinks({ label, links, look = 'line' }: Props) {
  return (
    <nav aria-label={label}>
      <ul className={classes('flex flex-wrap', lists[look])}>
        {links.map(({ href, label: name, mark, isCurrent }) => (
          <li key={href} className={look === 'line' ? 'grow sm:grow-0' : undefined}>
            <Link
              href={href}
              {...(isCurrent && { 'aria-current': 'page' })}
              className={classes(
                'inline-flex min-h-touch items-center gap-2 transition-colors',
                items[look],
                (isCurrent ? current : others)[look],
              )}
            >
              {mark}
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
