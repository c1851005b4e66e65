import { useTranslation } from 'react-i18next';
import { Link } from '../../components/base/Link.tsx';
import { Checkbox } from '../../components/fields/Checkbox.tsx';
import { failureNamespaces } from '../core/failureText.ts';
import type { RegistrationFields } from './registrationFields.ts';

interface Props {
  field: RegistrationFields;
  /** Where they can be read; null for nowhere. */
  termsUrl: string | null;
}

export function TermsField({ field, termsUrl }: Props) {
  const { t } = useTranslation(failureNamespaces);
  const { value: isSelected, ...terms } = field('terms');
  return (
    <Checkbox
      {...terms}
      isSelected={isSelected}
      isRequired
      description={
        termsUrl !== null && (
          // In another tab: what was typed stays.
          <Link href={termsUrl} target="_blank" rel="noopener noreferrer">
            {t('auth:registration.terms')}
          </Link>
        )
      }
    >
      {t('auth:fields.terms')}
    </Checkbox>
  );
}
