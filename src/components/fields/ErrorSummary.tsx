import { CircleAlert } from 'lucide-react';
import { useCallback, useEffect, useId, useRef } from 'react';
import { iconProps } from '../base/icon.ts';
import { takeLostFocus } from '../base/takeLostFocus.ts';

interface SummaryError {
  message: string;
  /** The field's `id`; without it the message is about the whole form. */
  fieldId?: string;
}

interface Props {
  title: string;
  errors: readonly SummaryError[];
  /** The number of refused submits. When it grows and there are errors, the summary takes the focus. */
  attempt: number;
}

/**
 * The errors of a form, above it, with links to the fields. Mount it from the start (it draws nothing without
 * errors): only a refused submit may move the focus, not errors that change while typing.
 */
export function ErrorSummary({ title, errors, attempt }: Props) {
  const titleId = useId();
  const box = useRef<HTMLElement>(null);
  const seen = useRef(attempt);
  const hasErrors = errors.length > 0;

  // Moves the focus in an effect, because React cannot.
  useEffect(() => {
    if (seen.current === attempt || !hasErrors) return;
    seen.current = attempt;
    box.current?.focus();
  }, [attempt, hasErrors]);

  const keepBox = useCallback((section: HTMLElement) => {
    box.current = section;
    // Mounted with the form after a refusal, whose pressed button is gone.
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

/** When a wait ends, the summary removes itself and passes the focus to the button that works again. */
function passFocusOn(section: HTMLElement) {
  if (!section.contains(document.activeElement)) return;
  section.nextElementSibling?.querySelector<HTMLElement>('.page-action button')?.focus();
}

/** A date field's id is on a group of segments, so focus its first focusable element. */
function focusField(id: string) {
  const element = document.getElementById(id);
  const target = element?.matches('input, button, textarea')
    ? element
    : element?.querySelector<HTMLElement>('[tabindex="0"], input, button');
  target?.focus();
}
