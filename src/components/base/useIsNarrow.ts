import { useCallback, useSyncExternalStore } from 'react';

/** The page is narrower than so many pixels; unasked, than the 768 of the spec (section 9). */
export function useIsNarrow(limit = 768): boolean {
  const query = `(max-width: ${limit - 0.02}px)`;
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
