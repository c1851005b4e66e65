import { ExternalLink as Glyph } from 'lucide-react';
import type { ReactNode } from 'react';
import { iconProps } from './icon.ts';
import { Link } from './Link.tsx';

interface Props {
  href: string;
  /** Tells screen readers that another tab opens. */
  newTabLabel: string;
  children: ReactNode;
}

/** A link out of the app that opens in another tab, which has no access to this one. */
export function ExternalLink({ href, newTabLabel, children }: Props) {
  return (
    <Link
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-touch items-center gap-2 text-sm"
    >
      {children}
      <Glyph {...iconProps} size={16} className="shrink-0" />
      <span className="sr-only">({newTabLabel})</span>
    </Link>
  );
}
