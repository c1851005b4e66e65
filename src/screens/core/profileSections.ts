/** The sections of the profile, in the order of the page. */
export const profileSections = [
  'picture',
  'personal',
  'discoverability',
  'identity',
  'security',
  'sessions',
  'data',
  'appearance',
] as const;
export type ProfileSection = (typeof profileSections)[number];

/** The id of a section's heading. */
export const sectionHeading = (name: ProfileSection) => `profile-${name}`;

/** The address of a section. */
export const sectionAddress = (name: ProfileSection) => `/profile#${sectionHeading(name)}`;
