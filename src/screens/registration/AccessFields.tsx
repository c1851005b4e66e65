import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../components/PasswordField.tsx';
import { TextField } from '../../components/TextField.tsx';
import { failureNamespaces } from '../failureText.ts';
import { FieldGroup } from './FieldGroup.tsx';
import { passwordView } from './passwordView.ts';
import type { RegistrationFields } from './registrationFields.ts';

export function AccessFields({ field }: { field: RegistrationFields }) {
  const { t } = useTranslation(failureNamespaces);
  const password = field('password');
  const { rules, strength } = passwordView(password.value);
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
        label={t('auth:fields.password')}
        description={t('auth:password.rules')}
        rules={rules.map(({ key, isMet }) => ({
          label: t(key),
          isMet,
          stateLabel: t(isMet ? 'auth:password.met' : 'auth:password.unmet'),
        }))}
        strength={{ level: strength.level, label: t(strength.key) }}
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
