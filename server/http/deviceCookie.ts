import { deviceLife } from '../accounts/knownDevices.ts';

/**
 * The cookie that identifies a device on which somebody has signed in (decision 066). It grants no access: it tells a person's own
 * wrong passwords from those of others. Over https only this host can set it (`__Host-`, RFC 6265bis).
 */
const nameOf = (isSecure: boolean) => (isSecure ? '__Host-device' : 'device');

export function deviceCookie(token: string, isSecure: boolean): string {
  const rules = [
    'Path=/',
    `Max-Age=${deviceLife / 1000}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ];
  return [`${nameOf(isSecure)}=${token}`, ...rules].join('; ');
}

/** The token in a `Cookie` header; null when it has none in this server's format. */
export function shownDevice(header: string, isSecure: boolean): string | null {
  const start = `${nameOf(isSecure)}=`;
  const pair = header.split(';').find((part) => part.trimStart().startsWith(start));
  const token = pair?.trim().slice(start.length) ?? '';
  return /^[\w-]{43}$/.test(token) ? token : null;
}
