import type { SnapshotFrom } from 'xstate';
import type { registrationMachine } from '../../machines/registrationMachine.ts';
import type { Fields } from '../formView.tsx';

export type RegistrationFields = Fields<SnapshotFrom<typeof registrationMachine>['context']['values']>;
