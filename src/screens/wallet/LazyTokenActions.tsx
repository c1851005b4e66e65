import { type ComponentType, lazy } from 'react';

// The menu's code comes after the balances.
/** Everything behind it can be reached in other ways too; balances are drawn without its code. */
export const LazyTokenActions = lazy<ComponentType<{ symbol: string }>>(() =>
  import('./TokenActions.tsx').catch(() => ({ default: () => null })),
);
