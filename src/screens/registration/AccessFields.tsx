import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../components/fields/PasswordField.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import { failureNamespaces } from '../core/failureText.ts';
import { FieldGroup } from './FieldGroup.tsx';
import { newPasswordView } from './passwordView.ts';
import type { RegistrationFields } from './registrationFields.ts';

export function AccessFields({ field }: { field: RegistrationFields }) {
  const { t } = useTranslation(failureNamespaces);
  const password = field('password');
  const reveal = { revealLabel: t('auth:password.show'), hideLabel: t('auth:password.hide') };
  return (
    <FieldGroup legend={t('auth:groups.access')}>
      <TextField
        {...field('username')}
        label={t('auth:fields.username')}
        description={t('auth:hints.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck="false"
        isRequired
      />
      <PasswordField
        {...password}
        {...reveal}
        {...newPasswordView(password.value, t)}
        label={t('auth:fields.password')}
        autoComplete="new-password"
        isRequired
      />
      <PasswordField
        {...field('password_confirmation')}
        {...reveal}
        label={t('auth:fields.password_confirmation')}
        autoComplete="new-password"
        isRequired
      />
    </FieldGroup>
  );
}
