import type { Page } from 'playwright-core';
import auth from '../../src/locales/en/auth.json' with { type: 'json' };
import exchange from '../../src/locales/en/exchange.json' with { type: 'json' };
import kyc from '../../src/locales/en/kyc.json' with { type: 'json' };
import support from '../../src/locales/en/support.json' with { type: 'json' };
import transactions from '../../src/locales/en/transactions.json' with { type: 'json' };
import wallet from '../../src/locales/en/wallet.json' with { type: 'json' };

/** What a person sees of a page. */
export interface Look {
  readonly path: string;
  readonly headings: readonly string[];
  readonly buttons: readonly { readonly name: string; readonly isOff: boolean }[];
  /** Amounts by their terms, as on the wire. */
  readonly facts: Readonly<Record<string, string>>;
  /** All that stands on the page. */
  readonly said: string;
  /** What stands in `main`, for a finding. */
  readonly text: string;
}

/** One look at a page; null while it is on its way to another. */
export function look(page: Page): Promise<Look | null> {
  return page
    .evaluate(() => {
      const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
      const all = (selector: string) => [...document.querySelectorAll(selector)].filter(isSeen);
      const words = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
      return {
        path: location.pathname,
        headings: all('h1, h2').map(words),
        buttons: all('button').map((button) => ({
          name: button.getAttribute('aria-label') ?? words(button),
          isOff: button.getAttribute('aria-disabled') === 'true',
        })),
        facts: Object.fromEntries(
          all('dl dt').flatMap((term) => {
            const value = term.parentElement?.querySelector('data')?.getAttribute('value');
            return value ? [[words(term), value]] : [];
          }),
        ),
        said: words(document.body),
        text: (document.querySelector('main')?.textContent ?? '').replace(/\s+/g, ' ').slice(0, 600),
      };
    })
    .catch(() => null);
}

/** Where a flow of money stands, as its person is told. */
export type Place =
  | 'login'
  | 'elsewhere'
  | 'settled'
  | 'refused'
  | 'returned'
  | 'absent'
  | 'unknown'
  | 'changed'
  | 'over'
  | 'proof'
  | 'review'
  | 'draft'
  | 'other';

const { flow, payment, proof } = transactions;
const before = (text: string) => text.split('{{')[0] ?? '';
const accepts = [payment.acceptSend, payment.acceptWithdraw, exchange.accept].map(before);

/** The button that agrees to what is reviewed. */
export const isAccept = (name: string) =>
  accepts.some((begin) => name.startsWith(begin) && /\d/.test(name.slice(begin.length)));

const byHeading: Readonly<Record<string, Place>> = {
  [payment.settledSend]: 'settled',
  [payment.settledWithdraw]: 'settled',
  [exchange.settledTitle]: 'settled',
  [payment.failedSend]: 'refused',
  [payment.failedWithdraw]: 'refused',
  [exchange.failed]: 'refused',
  [flow.absent]: 'absent',
  [flow.unknown]: 'unknown',
  [proof.title]: 'proof',
};

export function placeOf({ path, headings, buttons }: Look): Place {
  if (path === '/auth/login') return 'login';
  const has = (name: string) => buttons.some((button) => button.name === name);
  if (has(flow.takeOver)) return 'elsewhere';
  for (const heading of headings) {
    const place = byHeading[heading];
    if (place) return place;
  }
  if (has(flow.acceptChanged)) return 'changed';
  if (has(flow.renew)) return 'over';
  if (buttons.some(({ name }) => isAccept(name))) return 'review';
  if (headings.includes(flow.returned)) return 'returned';
  return has(payment.request) ? 'draft' : 'other';
}

export const texts = { auth, exchange, kyc, support, transactions, wallet } as const;
