import { pagePaths } from '../../contract/pages.ts';

const validFor = 180 * 86_400_000;

/** `/.well-known/security.txt` (RFC 9116). `contact` is a `mailto:` or `https:` address; null for the support page of the app. */
export function securityText(appUrl: string, contact: string | null, at: Date): string {
  return [
    `Contact: ${contact ?? appUrl + pagePaths.support}`,
    `Expires: ${new Date(at.getTime() + validFor).toISOString()}`,
    'Preferred-Languages: en, ru',
    `Canonical: ${appUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}
