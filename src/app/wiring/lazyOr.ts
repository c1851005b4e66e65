import { type ComponentType, lazy } from 'react';
import { logFault } from '../../services/core/log.ts';

/** As React's `lazy`; what cannot be loaded, for want of a line, takes nothing of the page with it: `fallback` stands in its place. */
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
