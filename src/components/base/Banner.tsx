import type { ReactNode } from 'react';
import { type Icon, iconProps } from './icon.ts';

interface Props {
  icon: Icon;
  children: ReactNode;
  /** What to do about it. */
  actions?: ReactNode;
}

/** A message about the whole app, above the page and not covering it. Announced when it appears. */
export function Banner({ icon: Glyph, children, actions }: Props) {
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-edge bg-raised py-1 pr-1 pl-4"
    >
      <Glyph {...iconProps} className="shrink-0 text-muted" />
      <p className="min-w-0 flex-1 basis-48 py-2 text-sm">{children}</p>
      {actions}
    </div>
  );
}
