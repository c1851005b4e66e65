import { PasswordField } from '../../components/fields/PasswordField.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import { failureNamespaces } from '../core/failureText.ts';
import { useTranslation } from '../core/useTranslation.ts';
import { newPasswordView } from './passwordView.tsx';
import type { RegistrationFields } from './registrationFields.ts';

/** The fields of the login. The email address is right above the password, where password managers look for the login name. */
export function AccessFields({ field }: { field: RegistrationFields }) {
  const { t } = useTranslation(failureNamespaces);
  const password = field('password');
  const own = (['email', 'username', 'first_name', 'last_name'] as const).map((name) => field(name).value);
  const reveal = { revealLabel: t('auth:password.show'), hideLabel: t('auth:password.hide') };
  return (
    <>
      <TextField
        {...field('email')}
        label={t('auth:fields.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        isRequired
      />
      <PasswordField
        {...password}
        {...reveal}
        {...newPasswordView(password.value, own, t)}
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
    </>
  );
}
