import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** A surface with a hairline border and no shadow. */
export function Card({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={classes('rounded-card border border-line bg-surface p-4 sm:p-6', className)}>
      {children}
    </div>
  );
}
