import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { answer } from './schemas.ts';
import { imageTypes, largestFile } from './uploads.ts';
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

export const setAvatarCall = {
  method: 'POST',
  path: '/profile/avatar',
  summary: 'Show this picture of me: the middle of it, square, without its metadata',
  access: 'session',
  status: 200,
  upload: { field: 'avatar', maximum: largestFile, types: imageTypes },
  body: () => z.strictObject({}),
  answer: answer(user),
  problems: [],
} as const satisfies Call;

export const removeAvatarCall = {
  method: 'DELETE',
  path: '/profile/avatar',
  summary: 'Show no picture of me',
  access: 'session',
  status: 200,
  answer: answer(user),
  problems: [],
} as const satisfies Call;

/** What `avatar_file.url` points to. The id is 122 random bits that only the person is told, so that an `<img>` can ask for it. */
export const avatarCall = {
  method: 'GET',
  path: '/avatars/{id}',
  summary: 'A picture of somebody, for whoever knows its address',
  access: 'public',
  status: 200,
  download: ['image/webp'],
  answer: null,
  problems: ['NOT_FOUND'],
} as const satisfies Call;
