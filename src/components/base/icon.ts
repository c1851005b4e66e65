import type { LucideIcon } from 'lucide-react';

/** A single lucide icon, imported by name: `import { Wallet } from 'lucide-react'`. */
export type Icon = LucideIcon;

/** The common props of all lucide icons. Icons are decorative; the text is beside them or on their button. */
export const iconProps = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;
