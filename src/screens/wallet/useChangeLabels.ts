import { useTexts } from '../core/useTexts.ts';

/** What a change is called, up or down. */
export function useChangeLabels() {
  const { t } = useTexts('wallet');
  return {
    up: t('wallet:tokens.up'),
    down: t('wallet:tokens.down'),
    flat: t('wallet:tokens.flat'),
    unknown: t('wallet:tokens.noChange'),
  };
}
