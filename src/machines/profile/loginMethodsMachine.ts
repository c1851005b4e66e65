import type { SignInMethods } from '../../../contract/security.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';

/** By what a person signs in, and whether their email address is verified. */
export const loginMethodsMachine = createResourceMachine<SignInMethods>('loginMethods');
