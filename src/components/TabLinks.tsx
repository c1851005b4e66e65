import { Link } from 'react-aria-components/Link';
import { classes } from './classes.ts';

export interface TabLink {
  href: string;
  label: string;
  isCurrent: boolean;
}

interface Props {
  /** What is chosen by them. */
  label: string;
  links: readonly TabLink[];
}

/** The parts of a screen, each at an address of its own. */
export function TabLinks({ label, links }: Props) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-x-1 border-line border-b">
        {links.map(({ href, label: name, isCurrent }) => (
          <li key={href}>
            <Link
              href={href}
              {...(isCurrent && { 'aria-current': 'page' })}
              className={classes(
                '-mb-px inline-flex min-h-touch items-center border-b-2 px-4 transition-colors',
                isCurrent
                  ? 'border-zest-ink font-semibold text-ink'
                  : 'border-transparent text-muted hover:border-edge hover:text-ink',
              )}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
