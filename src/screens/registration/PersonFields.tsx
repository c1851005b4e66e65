import { failureNamespaces } from '../core/failureText.ts';
import type { TextFields } from '../core/formView.tsx';
import { useTranslation } from '../core/useTranslation.ts';
import { FieldGroup } from './FieldGroup.tsx';
import { NameFields } from './NameFields.tsx';
import { OriginFields } from './OriginFields.tsx';

/** The editable details of a person. */
type PersonField = 'first_name' | 'last_name' | 'date_of_birth' | 'country';

export function PersonFields({ field }: { field: TextFields<PersonField> }) {
  const { t } = useTranslation(failureNamespaces);
  return (
    <FieldGroup legend={t('auth:groups.person')}>
      <NameFields field={field} />
      <OriginFields field={field} />
    </FieldGroup>
  );
}
