import { ErrorSummary } from '../../components/fields/ErrorSummary.tsx';
import type { FieldChanged } from '../../machines/core/form.ts';
import type { FormState, FormValues } from '../../machines/core/formState.ts';
import { type FailureKey, failureNamespaces, failureWords, waitText } from './failureText.ts';
import { ruleText } from './ruleText.ts';
import { useTranslation } from './useTranslation.ts';

const fieldId = (name: string) => `field-${name}`;

/** The props of a field component, by the field's name. */
export type Fields<Values> = <Name extends keyof Values & string>(
  name: Name,
) => {
  id: string;
  name: Name;
  value: Values[Name];
  /** The error as text. */
  error: string | undefined;
  onChange: (value: Values[Name]) => void;
};

/** The same for text fields shared by several forms. */
export type TextFields<Of extends string> = <Name extends Of>(
  name: Name,
) => {
  id: string;
  name: Name;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

export function useFields<Values extends FormValues>(
  context: Pick<FormState<Values>, 'values' | 'errors'>,
  send: (event: FieldChanged<Values>) => void,
): Fields<Values> {
  const { t } = useTranslation(failureNamespaces);
  return (name) => {
    const rule = context.errors[name];
    return {
      id: fieldId(name),
      name,
      value: context.values[name],
      error: rule && t(ruleText(name, rule)),
      onChange: (value) => send({ type: 'field.changed', name, value }),
    };
  };
}

interface Props<Values extends FormValues> {
  context: Pick<FormState<Values>, 'errors' | 'failure' | 'submits'> & {
    readonly secondsLeft?: number;
  };
  /** The fields in their order on the screen. */
  order: readonly (keyof Values & string)[];
  /** The text for a refusal without a known reason. */
  refusal: FailureKey;
  /** Texts with figures, used instead of the fields' own. */
  told?: Partial<Record<keyof Values & string, string | undefined>>;
}

/** All errors of a form after a submit, above it: the fields to change, or why it was refused and what to do. */
export function FormSummary<Values extends FormValues>({ context, order, refusal, told }: Props<Values>) {
  const { t } = useTranslation(failureNamespaces);
  const { errors, failure, submits } = context;
  const broken = order.flatMap((name) => {
    const rule = errors[name];
    return rule ? [{ fieldId: fieldId(name), message: told?.[name] ?? t(ruleText(name, rule)) }] : [];
  });
  if (!failure) {
    return (
      <ErrorSummary
        title={t('common:form.summary', { count: broken.length })}
        errors={broken}
        attempt={submits}
      />
    );
  }
  const { sentence, next } = failureWords(failure);
  const isUnexplained = failure.code === 'GENERAL' || failure.code === 'NOT_FOUND';
  const advice =
    failure.code === 'RATE_LIMITED' ? waitText(context.secondsLeft ?? failure.retryAfter ?? 30) : null;
  return (
    <ErrorSummary
      title={t(isUnexplained ? refusal : sentence)}
      errors={[...broken, { message: advice ? t(advice.key, { count: advice.count }) : t(next) }]}
      attempt={submits}
    />
  );
}

/** Whether a form that had to wait may be sent again, and was not yet. */
export const isWaitOver = (form: {
  readonly context: { readonly retryAt: number };
  hasTag(tag: 'throttled'): boolean;
}) => form.context.retryAt > 0 && !form.hasTag('throttled');
