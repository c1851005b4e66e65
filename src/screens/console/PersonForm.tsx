import { useSelector } from '@xstate/react';
import { operatorRoles } from '../../../contract/operatorRoles.ts';
import { Button } from '../../components/base/Button.tsx';
import { CopyButton } from '../../components/base/CopyButton.tsx';
import { takeLostFocus } from '../../components/base/takeLostFocus.ts';
import { Select } from '../../components/fields/Select.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import type { PersonAnswer, PersonChange, PersonFormRef } from '../../machines/console/operatorsArea.ts';
import { instantText } from '../core/dates.ts';
import { useFields } from '../core/formView.tsx';
import { SubmitForm } from '../core/SubmitForm.tsx';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  form: PersonFormRef;
  change: PersonChange;
  /** The operator's name; empty for a new one. */
  name: string;
}

/** The form for an administrator's change of an operator. */
export function PersonForm({ form, change, name }: Props) {
  const { t } = useTexts('console');
  const state = useSelector(form, (snapshot) => snapshot);
  const field = useFields(state.context, form.send);
  const { id, value, error, onChange } = field('role');
  return (
    <div className="flex flex-col gap-5">
      <p ref={takeLostFocus} tabIndex={-1} className="focus-elsewhere">
        {t(`console:operators.texts.${change}`, { name })}
      </p>
      <SubmitForm
        form={state}
        send={form.send}
        order={['name', 'role']}
        {...((change === 'reset' || change === 'disable') && { variant: 'danger' })}
        label={t(`console:operators.changes.${change}`)}
        busyLabel={t('console:operators.busy')}
      >
        {change === 'invite' && (
          <TextField
            {...field('name')}
            label={t('console:login.name')}
            description={t('console:operators.nameHint')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck="false"
            isRequired
          />
        )}
        {(change === 'invite' || change === 'role') && (
          <Select
            id={id}
            label={t('console:operators.role')}
            options={operatorRoles.map((role) => ({ value: role, label: t(`console:roles.${role}`) }))}
            value={operatorRoles.find((role) => role === value) ?? null}
            onChange={onChange}
            error={error}
            placeholder={t('console:operators.chooseRole')}
            isRequired
          />
        )}
      </SubmitForm>
    </div>
  );
}

interface AnswerProps {
  answer: PersonAnswer;
  change: PersonChange;
  onClose: () => void;
}

/** The result of a change. A link is shown only here. */
export function PersonAnswerView({ answer, change, onClose }: AnswerProps) {
  const { t, locale } = useTexts('console');
  return (
    <div ref={takeLostFocus} tabIndex={-1} className="focus-elsewhere flex flex-col gap-5" role="status">
      {answer.kind === 'link' ? (
        <>
          <p>
            {t('console:operators.linkText', {
              name: answer.name,
              time: instantText(answer.expires_at, locale),
            })}
          </p>
          <code className="select-all font-mono text-sm [overflow-wrap:anywhere]">{answer.url}</code>
          <div>
            <CopyButton
              value={answer.url}
              label={t('console:operators.copyLink')}
              copiedLabel={t('console:factor.copied')}
              failedLabel={t('console:factor.copyFailed')}
            />
          </div>
        </>
      ) : (
        <p>
          {t(
            answer.kind === 'done'
              ? 'console:decision.done'
              : change === 'role'
                ? 'console:decision.proposed'
                : 'console:operators.proposed',
          )}
        </p>
      )}
      <Button isWide onPress={onClose}>
        {t('common:actions.close')}
      </Button>
    </div>
  );
}
