import { type ReactNode, useId } from 'react';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import { focusFirstField } from '../../components/fields/focusFirstField.ts';

interface Props {
  title: string;
  isShown: boolean;
  /** Whether the first field takes the focus when the step is shown. The fields form a group named by the title, which is announced with them. */
  takesFocus: boolean;
  children: ReactNode;
}

/** One step of the form. Hidden steps stay in the page, so that autofill can fill in all of them at once. */
export function RegistrationStep({ title, isShown, takesFocus, children }: Props) {
  const id = useId();
  return (
    <fieldset hidden={!isShown} aria-labelledby={id} className="flex min-w-0 flex-col gap-5">
      <div id={id}>{isShown && <StepTitle takesFocus={false}>{title}</StepTitle>}</div>
      <div ref={isShown && takesFocus ? focusFirstField : null} className="flex flex-col gap-5">
        {children}
      </div>
    </fieldset>
  );
}
