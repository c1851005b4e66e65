import { useSelector } from '@xstate/react';
import { exactText } from '../../../contract/amountParts.ts';
import type { PriceChange, PriceState } from '../../../contract/rates.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { Checkbox } from '../../components/fields/Checkbox.tsx';
import { isFar, type PriceChoice, type PriceDecisionRef } from '../../machines/console/pricesArea.ts';
import type { ResourceRef } from '../../machines/core/createResourceMachine.ts';
import { instantText } from '../core/dates.ts';
import { ruleText } from '../core/ruleText.ts';
import { useTexts } from '../core/useTexts.ts';
import { percentText } from '../exchange/SpreadFact.tsx';
import { TypedAmountField } from '../money/TypedAmountField.tsx';
import { type Confirmation, DecisionPanel } from './DecisionPanel.tsx';
import { DetailsView } from './DetailsView.tsx';
import { useOperatorText } from './useOperatorText.ts';

interface Props {
  decision: PriceDecisionRef;
  details: ResourceRef<readonly PriceChange[]>;
}

/** One price with its rules, its earlier changes by operators, and the decision on both. */
export function PriceReview({ decision, details }: Props) {
  const { t, locale } = useTexts('console');
  const { subject } = useSelector(decision, (snapshot) => snapshot.context);
  const { rate, since, quote_move, jump, held, feed_stopped } = subject;
  return (
    <div className="flex flex-col gap-5">
      <Facts>
        <Fact term={t('console:prices.rate')}>
          {rate === null ? t('console:prices.none') : `${exactText(rate, locale)} USDT`}
        </Fact>
        {since !== null && <Fact term={t('console:prices.since')}>{instantText(since, locale)}</Fact>}
        {held && (
          <Fact term={t('console:prices.held')} isTall>
            {t('console:prices.heldText', {
              price: exactText(held.rate, locale),
              time: instantText(held.since, locale),
            })}
          </Fact>
        )}
        {feed_stopped && (
          <Fact term={t('console:prices.stopped')} isTall>
            <span className="[overflow-wrap:anywhere]">{feed_stopped.reason}</span>
          </Fact>
        )}
        <Fact term={t('console:prices.quoteMove')}>{percentText(quote_move, locale)}</Fact>
        <Fact term={t('console:prices.jump')}>{`× ${exactText(jump, locale)}`}</Fact>
      </Facts>
      <DecisionPanel<PriceState, PriceChoice>
        decision={decision}
        choices={[
          {
            name: 'set',
            label: t('console:prices.set'),
            variant: 'primary',
            choice: { verdict: 'set', rate: '', confirm: false },
          },
          {
            name: 'rules',
            label: t('console:prices.rules'),
            variant: 'secondary',
            choice: { verdict: 'rules', quote_move, jump },
          },
        ]}
        confirmation={(choice, change, errors) =>
          choice.verdict === 'set' ? setting(choice, change, errors) : ruling(choice, change, errors)
        }
        done={({ verdict }) => t(verdict === 'set' ? 'console:prices.setDone' : 'console:prices.rulesDone')}
      />
      <h3 className="font-semibold">{t('console:prices.changes')}</h3>
      <DetailsView resource={details} size="h-12" failed={t('console:prices.changesFailed')}>
        {(changes) => <Changes changes={changes} />}
      </DetailsView>
    </div>
  );

  function setting(
    choice: Extract<PriceChoice, { verdict: 'set' }>,
    change: (choice: PriceChoice) => void,
    errors: FieldErrors,
  ): Confirmation {
    return {
      title: t('console:prices.setTitle'),
      text: t('console:prices.setText'),
      label: t('console:prices.set'),
      variant: 'primary',
      fields: (
        <>
          <TypedAmountField
            label={t('console:prices.newRate')}
            value={choice.rate}
            // Another price needs a new confirmation.
            onChange={(typed) => change({ ...choice, rate: typed, confirm: false })}
            error={errors.rate && t(ruleText('rate', errors.rate))}
          />
          {isFar(subject, choice.rate) && (
            <Checkbox
              isSelected={choice.confirm}
              onChange={(confirm) => change({ ...choice, confirm })}
              error={errors.confirm && t('console:prices.confirmMissing')}
            >
              {t('console:prices.far', { factor: exactText(jump, locale) })}
            </Checkbox>
          )}
        </>
      ),
    };
  }

  function ruling(
    choice: Extract<PriceChoice, { verdict: 'rules' }>,
    change: (choice: PriceChoice) => void,
    errors: FieldErrors,
  ): Confirmation {
    return {
      title: t('console:prices.rulesTitle'),
      text: t('console:prices.rulesText'),
      label: t('console:prices.rulesSave'),
      variant: 'primary',
      fields: (
        <>
          <TypedAmountField
            label={t('console:prices.quoteMoveField')}
            value={choice.quote_move}
            onChange={(typed) => change({ ...choice, quote_move: typed })}
            error={errors.quote_move && t(ruleText('rate', errors.quote_move))}
          />
          <TypedAmountField
            label={t('console:prices.jumpField')}
            value={choice.jump}
            onChange={(typed) => change({ ...choice, jump: typed })}
            error={errors.jump && t(ruleText('rate', errors.jump))}
          />
        </>
      ),
    };
  }
}

function Changes({ changes }: { changes: readonly PriceChange[] }) {
  const { t, locale } = useTexts('console');
  const operatorText = useOperatorText();
  if (changes.length === 0) return <p className="text-muted">{t('console:prices.noChanges')}</p>;
  return (
    <ol className="flex flex-col">
      {changes.map(({ rate, at, operator, approved_by }) => (
        <li
          key={at}
          className="flex flex-wrap justify-between gap-x-4 border-line border-b py-2 last:border-b-0"
        >
          <span className="tabular-nums">{exactText(rate, locale)} USDT</span>
          <span className="text-muted text-sm">
            {[operator, approved_by]
              .filter((name) => name !== null)
              .map(operatorText)
              .join(', ') || '—'}
            {' · '}
            <time dateTime={at}>{instantText(at, locale)}</time>
          </span>
        </li>
      ))}
    </ol>
  );
}
