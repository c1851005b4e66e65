import { CircleAlert } from 'lucide-react';
import { useCallback, useEffect, useId, useRef } from 'react';
import { iconProps } from '../base/icon.ts';
import { takeLostFocus } from '../base/takeLostFocus.ts';

interface SummaryError {
  message: string;
  /** The `id` given to the field; without it the message stands for the whole form. */
  fieldId?: string;
}

interface Props {
  title: string;
  errors: readonly SummaryError[];
  /** How many times this form was refused. When it grows and there are errors, the summary takes the focus. */
  attempt: number;
}

/**
 * What is wrong with a form, above it, with a way to each field. Keep it mounted from the start (it draws nothing without
 * errors): errors that come or go while a person types must not take the focus, only a refused submit may.
 */
export function ErrorSummary({ title, errors, attempt }: Props) {
  const titleId = useId();
  const box = useRef<HTMLElement>(null);
  const seen = useRef(attempt);
  const hasErrors = errors.length > 0;

  // Moving the focus is a DOM fact with no other way in.
  useEffect(() => {
    if (seen.current === attempt || !hasErrors) return;
    seen.current = attempt;
    box.current?.focus();
  }, [attempt, hasErrors]);

  const keepBox = useCallback((section: HTMLElement) => {
    box.current = section;
    // It comes with the form that takes the place of a refusal: what was pressed there is gone.
    takeLostFocus(section);
    return () => {
      box.current = null;
      passFocusOn(section);
    };
  }, []);

  if (!hasErrors) return null;
  return (
    <section
      ref={keepBox}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="flex gap-3 rounded-card border border-loss bg-surface p-4"
    >
      <CircleAlert {...iconProps} className="mt-0.5 shrink-0 text-loss" />
      <div className="flex flex-col gap-1">
        <h2 id={titleId} className="font-semibold">
          {title}
        </h2>
        <ul className="flex flex-col text-sm">
          {errors.map(({ message, fieldId }) => (
            <li key={`${fieldId ?? ''} ${message}`} className="py-1">
              {fieldId === undefined ? (
                message
              ) : (
                <a
                  href={`#${fieldId}`}
                  className="items-center rounded-sm text-loss underline underline-offset-4 hover-none:inline-flex hover-none:min-h-touch"
                  onClick={(event) => {
                    event.preventDefault();
                    focusField(fieldId);
                  }}
                >
                  {message}
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** A summary that goes by itself, because a wait is over, leaves the focus at what can be pressed now. */
function passFocusOn(section: HTMLElement) {
  if (!section.contains(document.activeElement)) return;
  section.nextElementSibling?.querySelector<HTMLElement>('.page-action button')?.focus();
}

/** A date field's id is on a group of segments, so the first thing in it that takes the focus is meant. */
function focusField(id: string) {
  const element = document.getElementById(id);
  const target = element?.matches('input, button, textarea')
    ? element
    : element?.querySelector<HTMLElement>('[tabindex="0"], input, button');
  target?.focus();
}
