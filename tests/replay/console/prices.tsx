import {
  priceDecision,
  priceDetails,
  priceList,
  pricePart,
  pricesArea,
} from '../../../src/machines/console/pricesArea.ts';
import PricesScreen from '../../../src/screens/console/PricesScreen.tsx';
import { price, priceChange } from '../../support/consoleAreas.ts';
import { paste, press } from '../../support/replay/gestures.ts';
import { reviewMap } from '../../support/replay/reviewMap.ts';

const setting = { verdict: 'set', rate: '', confirm: false };
const ruling = { verdict: 'rules', quote_move: price.quote_move, jump: price.jump };

export const map = reviewMap({
  area: pricesArea,
  list: priceList,
  part: pricePart,
  decision: priceDecision,
  details: { machine: priceDetails, data: [priceChange] },
  operator: { name: 'boris', role: 'treasury' },
  screen: (area) => <PricesScreen area={area as never} />,
  item: price,
  key: price.pair,
  row: /^STO\/USDT/,
  close: press(/^(?:Close|Dismiss)$/),
  choices: [
    {
      name: 'Change the rules',
      choice: ruling,
      changes: [[paste(/^Factor/, '1.5'), { ...ruling, jump: '1.5' }]],
      confirm: 'Save rules',
    },
    {
      name: 'Set price',
      choice: setting,
      changes: [[paste(/^New price/, '2.1'), { ...setting, rate: '2.1' }]],
    },
  ],
  fields: [/^New price/, /^Allowed rate change/, /^Factor/],
});
