import { useTranslation } from 'react-i18next';
import { TextField } from '../../components/fields/TextField.tsx';
import { failureNamespaces } from '../core/failureText.ts';
import { FieldGroup } from './FieldGroup.tsx';
import type { RegistrationFields } from './registrationFields.ts';

export function ContactFields({ field }: { field: RegistrationFields }) {
  const { t } = useTranslation(failureNamespaces);
  return (
    <FieldGroup legend={t('auth:groups.contact')}>
      <TextField
        {...field('email')}
        label={t('auth:fields.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        isRequired
      />
      <TextField
        {...field('phone')}
        label={t('auth:fields.phone')}
        description={t('auth:hints.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        isRequired
      />
    </FieldGroup>
  );
}
