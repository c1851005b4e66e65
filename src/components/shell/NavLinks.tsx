import { memo } from 'react';
import { Link } from 'react-aria-components/Link';
import { classes } from '../base/classes.ts';
import { type Icon, iconProps } from '../base/icon.ts';
import { Tooltip } from '../base/Tooltip.tsx';

export interface NavItem {
  href: string;
  label: string;
  icon: Icon;
  isCurrent: boolean;
}

interface Props {
  items: readonly NavItem[];
  /** Whether only icons are shown, with their names as tooltips. */
  isIcons?: boolean;
}

/** The main navigation as a vertical list. */
export function NavLinks({ items, isIcons = false }: Props) {
  return (
    <ul className="flex flex-col gap-1">
      {items.map((item) => (
        <Place key={item.href} {...item} isIcons={isIcons} />
      ))}
    </ul>
  );
}

/** Memoised, because a navigation changes only two items. */
const Place = memo(function Place({
  href,
  label,
  icon: Glyph,
  isCurrent,
  isIcons,
}: NavItem & { isIcons: boolean }) {
  return (
    <li>
      <Tooltip content={label} placement="right" isDisabled={!isIcons}>
        <Link
          href={href}
          {...(isCurrent && { 'aria-current': 'page' })}
          className={classes(
            'flex min-h-touch items-center rounded-field transition-colors hover:bg-ink/6',
            isIcons ? 'justify-center' : 'gap-3 px-3',
            isCurrent ? 'bg-ink/8 font-semibold text-ink' : 'text-muted hover:text-ink',
          )}
        >
          <Glyph {...iconProps} className={classes('shrink-0', isCurrent && 'text-zest-ink')} />
          <span className={classes(isIcons && 'sr-only')}>{label}</span>
        </Link>
      </Tooltip>
    </li>
  );
});
