import { type ComponentType, lazy } from 'react';
import { drawn } from '../../components/base/DrawnInShortTasks.tsx';

/**
 * The menu's code loads after the balances. When it fails the menu is missing, because each of its actions can be reached in other ways.
 */
export const LazyTokenActions = lazy<ComponentType<{ symbol: string }>>(() =>
  drawn()
    .then(() => import('./TokenActions.tsx'))
    .catch(() => ({ default: () => null })),
);
