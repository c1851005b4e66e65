import type { SnapshotFrom } from 'xstate';
import type { registrationMachine } from '../../machines/auth/registrationMachine.ts';
import type { Fields } from '../core/formView.tsx';

export type RegistrationFields = Fields<SnapshotFrom<typeof registrationMachine>['context']['values']>;
