import type { ReactNode } from 'react';
import { type Icon, iconProps } from './icon.ts';

interface Props {
  icon: Icon;
  title: string;
  /** What will be shown here. */
  children?: ReactNode;
  /** The main action. */
  action?: ReactNode;
}

/** An empty list, with an invitation to fill it. */
export function Empty({ icon: Glyph, title, children, action }: Props) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-card border border-edge border-dashed px-6 py-10 text-center">
      <Glyph {...iconProps} size={28} className="text-muted" />
      <p className="font-semibold">{title}</p>
      {children !== undefined && <div className="max-w-prose text-balance text-muted">{children}</div>}
      {action !== undefined && <div className="pt-3">{action}</div>}
    </div>
  );
}
