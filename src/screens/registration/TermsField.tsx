import { Link } from '../../components/base/Link.tsx';
import { Checkbox } from '../../components/fields/Checkbox.tsx';
import { failureNamespaces } from '../core/failureText.ts';
import { useTranslation } from '../core/useTranslation.ts';
import type { RegistrationFields } from './registrationFields.ts';

interface Props {
  field: RegistrationFields;
  /** The address of the terms. */
  termsUrl: string;
}

/** The minimum size for a fingertip. */
const target = 'inline-flex min-h-touch items-center';

export function TermsField({ field, termsUrl }: Props) {
  const { t } = useTranslation(failureNamespaces);
  const { value: isSelected, ...terms } = field('terms');
  return (
    <Checkbox
      {...terms}
      isSelected={isSelected}
      isRequired
      description={
        // Opens in another tab, so that typed values are kept.
        <span className="flex flex-wrap gap-x-4">
          <Link className={target} href={termsUrl} target="_blank" rel="noopener noreferrer">
            {t('auth:registration.terms')}
          </Link>
          <Link className={target} href="/privacy" target="_blank" rel="noopener noreferrer">
            {t('auth:registration.privacy')}
          </Link>
        </span>
      }
    >
      {t('auth:fields.terms')}
    </Checkbox>
  );
}
