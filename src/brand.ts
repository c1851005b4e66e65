import { brandName } from '../contract/brand.ts';

/** White label: everything that distinguishes this product from another wallet. `brandTokens.ts` turns `accent` into CSS. */
export const brand = {
  /** The short product name, for example in page titles: `Wallet · Zesto Crypto Wallet`. */
  name: brandName,
  /** The name as it is drawn, without the accent dot. */
  wordmark: 'zesto',
  /** `[light, dark]`. `onZest` is drawn on `zest`; `zestInk` is the accent for text and needs a contrast of 4.5:1 on paper. */
  accent: {
    zest: ['#c4ee2b', '#cbf43c'],
    onZest: ['#11160f', '#11160f'],
    zestInk: ['#47660a', '#cbf43c'],
  },
} as const;
