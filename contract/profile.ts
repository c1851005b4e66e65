import type { Call } from './call.ts';
import { answer } from './schemas.ts';
import { user } from './user.ts';

export const profileCall = {
  method: 'GET',
  path: '/profile',
  summary: 'Who is signed in',
  access: 'session',
  status: 200,
  answer: answer(user),
  problems: [],
} as const satisfies Call;
