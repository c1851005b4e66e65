import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../components/Checkbox.tsx';
import { Link } from '../../components/Link.tsx';
import { failureNamespaces } from '../failureText.ts';
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
