import type { LucideIcon } from 'lucide-react';

/** A single lucide icon, imported by name: `import { Wallet } from 'lucide-react'`. */
export type Icon = LucideIcon;

/** The one way icons are drawn; spread onto a lucide icon. Decorative always: the words stand beside it or on its button. */
export const iconProps = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;
