import { memo } from 'react';
import { Link } from 'react-aria-components/Link';
import { classes } from '../base/classes.ts';
import { iconProps } from '../base/icon.ts';
import { OneLine } from '../base/OneLine.tsx';
import type { NavItem } from './NavLinks.tsx';

interface Props {
  label: string;
  items: readonly NavItem[];
}

/** The main navigation on small screens, within reach of the thumb. */
export function BottomTabs({ label, items }: Props) {
  return (
    <nav
      aria-label={label}
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] low:static md:hidden"
    >
      <ul className="flex">
        {items.map((item) => (
          <Tab key={item.href} {...item} />
        ))}
      </ul>
    </nav>
  );
}

const Tab = memo(function Tab({ href, label, icon: Glyph, isCurrent }: NavItem) {
  return (
    <li className="min-w-0 flex-1 max-[22.5rem]:flex-auto">
      <Link
        href={href}
        {...(isCurrent && { 'aria-current': 'page' })}
        className={classes(
          'focus-inside flex min-h-14 flex-col items-center justify-center gap-0.5 border-t-2 text-xs tracking-tight',
          isCurrent ? 'border-zest-ink font-semibold text-ink' : 'border-transparent text-muted',
        )}
      >
        <Glyph {...iconProps} />
        <OneLine className="max-w-full" text={label} />
      </Link>
    </li>
  );
});
