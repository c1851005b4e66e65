import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../components/Checkbox.tsx';
import { failureNamespaces } from '../failureText.ts';
import type { RegistrationFields } from './registrationFields.ts';

export function TermsField({ field }: { field: RegistrationFields }) {
  const { t } = useTranslation(failureNamespaces);
  const { value: isSelected, ...terms } = field('terms');
  return (
    <Checkbox {...terms} isSelected={isSelected} isRequired>
      {t('auth:fields.terms')}
    </Checkbox>
  );
}
