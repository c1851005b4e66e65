import type { FlowTrace } from '../../../contract/support.ts';
import { Disclosure } from '../../components/base/Disclosure.tsx';
import { leaveFocus } from '../../components/base/takeLostFocus.ts';
import { Checkbox } from '../../components/fields/Checkbox.tsx';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  /** The steps that would be attached to the message; null when there are none. */
  steps: FlowTrace | null;
  isSelected: boolean;
  /** While the message is sent. */
  isReadOnly: boolean;
  onChange: (isSelected: boolean) => void;
}

/** Asks whether support may see the last steps of the person's flows, and shows exactly what they would see. */
export function StepsField({ steps, isSelected, isReadOnly, onChange }: Props) {
  const { t, locale } = useTexts('support');
  if (!steps) return null;
  return (
    <div ref={leaveFocus} className="flex flex-col gap-1">
      <Checkbox
        isSelected={isSelected}
        isReadOnly={isReadOnly}
        onChange={onChange}
        description={t('support:steps.help')}
      >
        {t('support:steps.attach', { count: steps.steps.length })}
      </Checkbox>
      <Disclosure title={t('support:steps.preview')}>
        <ol
          aria-label={t('support:steps.preview')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
          tabIndex={0}
          className="flex max-h-72 flex-col gap-3 overflow-y-auto text-sm"
        >
          {steps.steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the record never changes its order
            <li key={index} className="flex flex-col [overflow-wrap:anywhere]">
              <span className="text-muted">{instantText(step.at, locale)}</span>
              <span className="font-mono text-xs">
                {step.flow}: {step.state}
                {step.event !== null && ` ← ${step.event}`}
              </span>
              {step.problem !== null && (
                <span className="font-mono text-loss text-xs">
                  {step.problem} {step.request_id}
                </span>
              )}
            </li>
          ))}
        </ol>
      </Disclosure>
    </div>
  );
}
