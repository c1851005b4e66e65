import { type ComponentType, lazy } from 'react';

/**
 * The menu's code loads after the balances. When it fails the menu is missing, because each of its actions can be reached in other ways.
 */
export const LazyTokenActions = lazy<ComponentType<{ symbol: string }>>(() =>
  import('./TokenActions.tsx').catch(() => ({ default: () => null })),
);
