import '../base/trustEmptyHtml.ts';
import { CalendarDate, parseDate } from '@internationalized/date';
import {
  DateField as AriaDateField,
  type DateFieldProps as AriaDateFieldProps,
  DateInput,
  DateSegment,
} from 'react-aria-components/DateField';
import { classes } from '../base/classes.ts';
import { FieldLabel, FieldMessages, type FieldText } from './FieldParts.tsx';
import { fieldFrame, fieldRoot } from './fieldClasses.ts';

export interface DateFieldProps
  extends Omit<
      AriaDateFieldProps<CalendarDate>,
      | 'children'
      | 'className'
      | 'defaultValue'
      | 'granularity'
      | 'isDisabled'
      | 'isInvalid'
      | 'maxValue'
      | 'minValue'
      | 'onChange'
      | 'placeholderValue'
      | 'style'
      | 'value'
    >,
    FieldText {
  /** `YYYY-MM-DD`, or null while incomplete. */
  value: string | null;
  onChange: (date: string | null) => void;
  /** `YYYY-MM-DD`: where arrow keys start in an empty segment. For a birthday this is not today. */
  startAt?: string;
}

/**
 * A date typed segment by segment, in the order and language of `I18nProvider`.
 * The caller checks limits and passes `error`, because react-aria would use the browser's texts.
 */
export function DateField({ label, description, error, value, onChange, startAt, ...props }: DateFieldProps) {
  return (
    <AriaDateField
      {...props}
      granularity="day"
      value={readDate(value)}
      onChange={(date) => onChange(date?.toString() ?? null)}
      {...(startAt !== undefined && { placeholderValue: parseDate(startAt) })}
      shouldForceLeadingZeros
      isInvalid={error !== undefined}
      className={fieldRoot}
    >
      <FieldLabel>{label}</FieldLabel>
      <DateInput className={classes(fieldFrame, 'cursor-text px-2.5 tabular-nums')}>
        {(segment) => (
          <DateSegment
            segment={segment}
            className="focus-elsewhere rounded-sm px-0.5 py-1 outline-none data-focused:bg-zest data-placeholder:text-muted data-focused:text-on-zest data-focused:data-placeholder:text-on-zest"
          />
        )}
      </DateInput>
      <FieldMessages description={description} error={error} />
    </AriaDateField>
  );
}

function readDate(value: string | null): CalendarDate | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value ?? '') ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const date = new CalendarDate(Number(year), Number(month), Number(day));
  return date.toString() === value ? date : null;
}
