import {
  type PriceChange,
  type PriceState,
  priceChangesCall,
  pricesCall,
  setPriceRulesCall,
  setRateCall,
} from '../../../contract/rates.ts';
import type { Http } from '../core/http.ts';
import { isProposed, type Reading } from './operatorCalls.ts';

/** The calls on prices. Figures are in the format of the wire. */
export function createPriceReview({ http }: { readonly http: Http }) {
  return {
    list: async (reading?: Reading): Promise<readonly PriceState[]> => (await http(pricesCall, reading)).data,
    /** The changes of one pair by operators, newest first. */
    changes: async (pair: string, signal: AbortSignal): Promise<readonly PriceChange[]> =>
      (await http(priceChangesCall, { search: String(new URLSearchParams({ pair })), signal })).data,
    /** `confirm`: the operator confirms a price far from the last one. */
    async setPrice(pair: string, rate: string, confirm: boolean): Promise<void> {
      await http(setRateCall, { body: { pair, rate, ...(confirm && { confirm }) } });
    },
    /** Changes the given rules; the others stay as they are. */
    async setRules(pair: string, rules: { quote_move?: string; jump?: string }): Promise<void> {
      await http(setPriceRulesCall, { body: { pair, ...rules } });
    },
    /** Whether this price, or these rules, of a pair are proposed and wait for another operator. */
    isProposed: (pair: string, what: 'set' | 'rules', figures: readonly string[]): Promise<boolean> =>
      isProposed({ http }, what === 'set' ? setRateCall : setPriceRulesCall, [pair, ...figures]),
  };
}
