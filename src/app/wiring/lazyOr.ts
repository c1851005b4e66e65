import { type ComponentType, lazy } from 'react';
import { logFault } from '../../services/core/log.ts';

/** Like React's `lazy`, but shows `fallback` when the code cannot be loaded, so that the rest of the page keeps working. */
export function lazyOr<Props extends object>(
  fallback: ComponentType<Props>,
  load: () => Promise<ComponentType<Props>>,
) {
  return lazy<ComponentType<Props>>(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      logFault('a part of the page did not load', error);
      return { default: fallback };
    }
  });
}

export const Nothing = () => null;
