import { useSelector } from '@xstate/react';
import type { User } from '../../../contract/user.ts';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { Select } from '../../components/fields/Select.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import { isUnchanged, lockedIn, type PersonalRef } from '../../machines/profile/personalMachine.ts';
import { dayText } from '../core/dates.ts';
import { useFields } from '../core/formView.tsx';
import { SubmitForm } from '../core/SubmitForm.tsx';
import { useTexts } from '../core/useTexts.ts';
import { FieldGroup } from '../registration/FieldGroup.tsx';
import { PersonFields } from '../registration/PersonFields.tsx';
import { SectionCard } from './SectionCard.tsx';

const order = [
  'first_name',
  'last_name',
  'date_of_birth',
  'country',
  'username',
  'phone',
  'gender',
  'address',
  'city',
  'zip_code',
] as const;
const genders = ['', 'female', 'male', 'other'] as const;

interface Props {
  personal: PersonalRef;
  /** As the form knows them: it is locked exactly where the fields are. */
  user: User;
}

/** The person's details, editable field by field. */
export function PersonalSection({ personal, user }: Props) {
  const { t } = useTexts('profile');
  const state = useSelector(personal, (snapshot) => snapshot);
  const field = useFields(state.context, personal.send);
  const gender = field('gender');
  return (
    <SectionCard name="personal" title={t('profile:personal.title')}>
      <SubmitForm
        form={state}
        send={personal.send}
        order={order}
        label={t('profile:personal.save')}
        busyLabel={t('profile:personal.saving')}
        reason={isUnchanged(state) ? t('profile:personal.unchanged') : undefined}
      >
        {lockedIn(user).length > 0 ? <LockedFacts user={user} /> : <PersonFields field={field} />}
        <FieldGroup legend={t('profile:personal.more')}>
          <TextField
            {...field('username')}
            label={t('auth:fields.username')}
            description={t('auth:hints.username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck="false"
          />
          <TextField
            {...field('phone')}
            label={t('auth:fields.phone')}
            description={t('auth:hints.phone')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
          />
          <Select
            {...gender}
            value={gender.value}
            label={t('profile:personal.gender')}
            options={genders.map((value) => ({ value, label: t(`profile:genders.${value || 'none'}`) }))}
            description={t('profile:personal.optional')}
          />
          <TextField
            {...field('address')}
            label={t('profile:personal.address')}
            description={t('profile:personal.optional')}
            autoComplete="street-address"
          />
          <TextField
            {...field('city')}
            label={t('profile:personal.city')}
            description={t('profile:personal.optional')}
            autoComplete="address-level2"
          />
          <TextField
            {...field('zip_code')}
            label={t('profile:personal.zip_code')}
            description={t('profile:personal.optional')}
            autoComplete="postal-code"
          />
        </FieldGroup>
      </SubmitForm>
    </SectionCard>
  );
}

/** Details that cannot change while documents are compared with them, and after the verification. */
function LockedFacts({ user }: { user: User }) {
  const { t, locale } = useTexts('profile');
  const unknown = t('profile:personal.unknown');
  const regions = new Intl.DisplayNames(locale, { type: 'region' });
  return (
    <div className="flex flex-col gap-3">
      <Facts>
        <Fact term={t('auth:fields.first_name')}>{user.first_name ?? unknown}</Fact>
        <Fact term={t('auth:fields.last_name')}>{user.last_name ?? unknown}</Fact>
        <Fact term={t('auth:fields.date_of_birth')}>
          {user.date_of_birth === null ? unknown : dayText(user.date_of_birth, locale)}
        </Fact>
        <Fact term={t('auth:fields.country')}>
          {user.country === null ? unknown : regions.of(user.country)}
        </Fact>
      </Facts>
      <p className="text-muted text-sm">{t('profile:personal.locked')}</p>
    </div>
  );
}
