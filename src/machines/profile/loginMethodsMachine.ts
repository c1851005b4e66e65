import type { SignInMethods } from '../../../contract/security.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';

/** The login methods, and whether the email address is verified. */
export const loginMethodsMachine = createResourceMachine<SignInMethods>('loginMethods');
