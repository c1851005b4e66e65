import { Menu, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { classes } from '../base/classes.ts';
import { IconButton } from '../base/IconButton.tsx';
import { OneLine } from '../base/OneLine.tsx';
import { Wordmark } from './Wordmark.tsx';

interface Props {
  /** Stands beside the wordmark. */
  name: string;
  labels: { navigation: string; open: string; close: string };
  /** Null while nobody is logged in. */
  operator: { name: string; role: string } | null;
  /** Shown with an operator. */
  logOut: ReactNode;
  /** Language and theme. */
  controls: ReactNode;
  /** Empty for no navigation. */
  links: readonly { href: string; label: string; isCurrent: boolean }[];
}

/** The header of the operators' console. On a phone, where somebody is logged in, it is one row: a button opens the rest below it. */
export function ConsoleHeader({ name, labels, operator, logOut, controls, links }: Props) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const isFolded = operator !== null && !isOpen;
  const close = () => {
    // On a phone the pressed link disappears.
    if (isOpen) place.current?.querySelector('button')?.focus();
    setOpen(false);
  };
  return (
    <header className="border-line border-b bg-surface px-4 sm:px-6">
      <div
        className={classes(
          'mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-4 gap-y-2 md:gap-x-6 md:py-3',
          operator ? 'max-md:py-1.5' : 'max-md:py-3',
        )}
      >
        <div className="flex items-center gap-3">
          {operator && (
            <span ref={place} className="-mr-1 -ml-3 md:hidden">
              <IconButton
                icon={isOpen ? X : Menu}
                label={isOpen ? labels.close : labels.open}
                aria-expanded={isOpen}
                onPress={() => setOpen(!isOpen)}
              />
            </span>
          )}
          <Wordmark />
          <span className="text-muted">{name}</span>
        </div>
        {/* On a phone, the operator stands beside the wordmark, and the rest below. */}
        <div className="contents items-center gap-2 md:flex">
          {operator && (
            <div className="flex min-w-0 flex-1 flex-col text-right text-sm leading-tight">
              <OneLine text={operator.name} />
              <OneLine className="text-muted text-xs" text={operator.role} />
            </div>
          )}
          <div
            className={classes(
              'flex flex-wrap items-center gap-2 max-md:gap-x-1',
              operator !== null && 'max-md:w-full',
              isFolded && 'max-md:hidden',
            )}
          >
            {operator && <div className="max-md:order-1 max-md:-mr-4 max-md:ml-auto">{logOut}</div>}
            <div className="flex flex-wrap items-center gap-2">{controls}</div>
          </div>
        </div>
      </div>
      {links.length > 0 && (
        <nav
          aria-label={labels.navigation}
          className={classes('mx-auto max-w-page', isFolded && 'max-md:hidden')}
        >
          <ul className="-mx-3 grid grid-cols-2 max-md:pt-1 max-md:pb-2 md:flex md:flex-wrap md:gap-x-0.5">
            {links.map(({ href, label, isCurrent }) => (
              <li key={href}>
                <a
                  href={href}
                  aria-current={isCurrent ? 'page' : undefined}
                  className={classes(
                    'inline-flex min-h-touch items-center px-3 max-md:w-full max-md:rounded-field md:border-b-2',
                    isCurrent
                      ? 'font-semibold max-md:bg-ink/8 md:border-zest'
                      : 'border-transparent text-muted hover:text-ink',
                  )}
                  onClick={close}
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </header>
  );
}
