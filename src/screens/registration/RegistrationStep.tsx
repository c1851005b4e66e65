import { type ReactNode, useId } from 'react';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import { focusFirstField } from '../../components/fields/focusFirstField.ts';

interface Props {
  title: string;
  isShown: boolean;
  /** Whether the focus comes to the first field, once the step is shown. The fields are a group by the name of the title, which is announced with it. */
  takesFocus: boolean;
  children: ReactNode;
}

/** One step of the form. The others stay in the page, unseen, so that what fills in forms can fill in all of it at once. */
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
