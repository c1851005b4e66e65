import { useTexts } from '../core/useTexts.ts';

/** The labels of a change up or down. */
export function useChangeLabels() {
  const { t } = useTexts('wallet');
  return {
    up: t('wallet:tokens.up'),
    down: t('wallet:tokens.down'),
    flat: t('wallet:tokens.flat'),
    unknown: t('wallet:tokens.noChange'),
  };
}
