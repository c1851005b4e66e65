import {
  priceDecision,
  priceDetails,
  priceList,
  pricePart,
  pricesArea,
} from '../../../src/machines/console/pricesArea.ts';
import PricesScreen from '../../../src/screens/console/PricesScreen.tsx';
import { price, priceChange } from '../../support/consoleAreas.ts';
import { paste, press, tick } from '../../support/replay/gestures.ts';
import { reviewMap } from '../../support/replay/reviewMap.ts';

const setting = { verdict: 'set', rate: '', confirm: false };
const rules = { verdict: 'rules', quote_move: '0.5', jump: '1.25' };
const far = { ...setting, rate: '9' };

export const map = reviewMap({
  area: pricesArea,
  list: priceList,
  part: pricePart,
  decision: priceDecision,
  details: { machine: priceDetails, data: [priceChange] },
  screen: (area) => <PricesScreen area={area} />,
  item: price,
  key: price.pair,
  row: /^STO\/USDT/,
  choices: [
    { choice: setting, by: press('Set price'), confirmed: press('Set price') },
    {
      choice: rules,
      by: press('Change the rules'),
      confirmed: press('Save rules'),
    },
  ],
  sent: rules,
  changes: [
    { from: setting, choice: far, by: paste(/^New price/, '9') },
    { from: far, choice: { ...far, confirm: true }, by: tick(/checked this/) },
  ],
  views: [/^New price/, /checked this/, /^Move a quote/, /^Factor/],
});
