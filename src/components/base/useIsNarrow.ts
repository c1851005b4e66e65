import { useCallback, useSyncExternalStore } from 'react';

/** Whether the page is narrower than `limit` pixels, by default the 768 of the spec (section 9). */
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
