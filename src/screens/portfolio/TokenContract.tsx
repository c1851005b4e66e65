import { TriangleAlert } from 'lucide-react';
import type { ListedToken } from '../../../contract/catalogue.ts';
import { Card } from '../../components/base/Card.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { useTexts } from '../core/useTexts.ts';
import { TokenFacts } from '../wallet/TokenFacts.tsx';

/** The token's contract. Of two tokens with one ticker, the later one has digits of its contract in its symbol and gets a warning. */
export function TokenContract({ token }: { token: ListedToken }) {
  const { t } = useTexts('wallet');
  const { symbol, ticker } = token;
  const isLookAlike = token.same_ticker && symbol.toUpperCase() !== ticker.toUpperCase();
  return (
    <Card>
      <section aria-labelledby="contract" className="flex flex-col gap-2">
        <h2 id="contract" className="font-semibold">
          {t('wallet:token.facts')}
        </h2>
        {isLookAlike && (
          <p className="flex gap-3 rounded-field border border-wait border-dashed px-3 py-2 text-sm">
            <TriangleAlert {...iconProps} className="shrink-0 text-wait" />
            <span>{t('wallet:token.lookAlike', { ticker })}</span>
          </p>
        )}
        <TokenFacts token={token} />
      </section>
    </Card>
  );
}
