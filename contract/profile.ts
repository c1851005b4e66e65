import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { country, dateOfBirth, personName, phone, username } from './rules.ts';
import { answer } from './schemas.ts';
import { city, emptiable, onePathId, postalAddress, zipCode } from './textRules.ts';
import { imageTypes, largestFile } from './uploads.ts';
import { readUser, user } from './user.ts';

export const profileCall = {
  method: 'GET',
  path: '/profile',
  fixed: true,
  summary: 'Get my profile',
  access: 'session',
  status: 200,
  answer: answer(user),
  reads: (host) => answer(readUser(host)),
  problems: [],
} as const satisfies Call;

const genders = ['female', 'male', 'other'] as const;

/**
 * The profile form (spec section 3) for a day (`YYYY-MM-DD`). A missing field stays unchanged. Required fields of the registration cannot be
 * emptied; others can, by null or a blank text. The email address has its own call.
 */
function profileForm(today: string) {
  return z.strictObject({
    first_name: z.optional(personName),
    last_name: z.optional(personName),
    username: z.optional(username),
    phone: z.optional(phone),
    date_of_birth: z.optional(dateOfBirth(today)),
    country: z.optional(country),
    gender: z.optional(emptiable(z.enum(genders, 'format'))),
    address: z.optional(emptiable(postalAddress)),
    city: z.optional(emptiable(city)),
    zip_code: z.optional(emptiable(zipCode)),
  });
}

/** The spec does not show the answers of these calls: any answer but a web page is a success, and the profile is read again. */
const change = {
  answer: answer(user),
  reads: () => z.unknown().check(z.refine((told) => told !== undefined)),
} as const;

export const updateProfileCall = {
  method: 'PUT',
  path: '/profile',
  fixed: true,
  summary: 'Update my profile; verified names, date of birth and country cannot be changed',
  access: 'session',
  status: 200,
  body: profileForm,
  ...change,
  problems: ['USERNAME_TAKEN', 'STATUS_CONFLICT'],
} as const satisfies Call;

export const setAvatarCall = {
  method: 'POST',
  path: '/profile/avatar',
  fixed: true,
  summary: 'Set my picture; it is cropped to a square and its metadata is removed',
  access: 'session',
  status: 200,
  upload: { field: 'avatar', maximum: largestFile, types: imageTypes },
  body: () => z.strictObject({}),
  ...change,
  problems: [],
} as const satisfies Call;

export const removeAvatarCall = {
  method: 'DELETE',
  path: '/profile/avatar',
  summary: 'Remove my picture',
  access: 'session',
  status: 200,
  ...change,
  problems: [],
} as const satisfies Call;

/** Off until the person turns it on. Shown in `discoverable` of the user. */
export const setDiscoverabilityCall = {
  method: 'PUT',
  path: '/profile/discoverability',
  summary: 'Set whether others can find me by my whole username or verified email address',
  access: 'session',
  status: 200,
  body: () => z.strictObject({ discoverable: z.boolean('format') }),
  ...change,
  problems: [],
} as const satisfies Call;

/** The target of `avatar_file.url`. Its id has 122 random bits that only the person gets, because an `<img>` cannot send a token. */
export const avatarCall = {
  method: 'GET',
  path: '/avatars/{id}',
  params: onePathId,
  summary: 'Get a profile picture; anybody who knows its URL can read it',
  access: 'public',
  status: 200,
  download: ['image/webp'],
  answer: null,
  problems: ['NOT_FOUND'],
} as const satisfies Call;
