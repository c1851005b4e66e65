import { type ReactNode, Suspense, useId } from 'react';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import { focusFirstField } from '../../components/fields/focusFirstField.ts';

interface Props {
  title: string;
  isShown: boolean;
  /**
   * Whether the first field takes the focus when the step is shown, or when its code has loaded. The fields form a group named by the title,
   * which is announced with them.
   */
  takesFocus: boolean;
  /** In the place of the fields while their code loads. */
  places?: ReactNode;
  children: ReactNode;
}

/** One step of the form. Hidden steps stay in the page, so that autofill can fill in all of them at once. */
export function RegistrationStep({ title, isShown, takesFocus, places, children }: Props) {
  const id = useId();
  return (
    <fieldset hidden={!isShown} aria-labelledby={id} className="flex min-w-0 flex-col gap-5">
      <div id={id}>{isShown && <StepTitle takesFocus={false}>{title}</StepTitle>}</div>
      <Suspense fallback={places}>
        <div ref={isShown && takesFocus ? focusFirstField : null} className="flex flex-col gap-5">
          {children}
        </div>
      </Suspense>
    </fieldset>
  );
}
