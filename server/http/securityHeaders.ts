import { createHash } from 'node:crypto';

/**
 * The two `<style>` elements that react-aria puts into the page at run time, exactly
 * (interactions/usePress and, on iOS, overlays/usePreventScroll). A test compares them with the installed package.
 */
export const reactAriaStyles = [
  `@layer {
  [data-react-aria-pressable] {
    touch-action: pan-x pan-y pinch-zoom;
  }
}`,
  `@layer {
  * {
    overscroll-behavior: contain;
  }
}`,
];

export const hstsScopes = ['host', 'subdomains', 'preload'] as const;
/** `preload` includes the subdomains and lets browsers ship the rule (hstspreload.org). */
export type HstsScope = (typeof hstsScopes)[number];

/** `Strict-Transport-Security` for answers over https (RFC 6797): two years. */
export function strictTransport(scope: HstsScope): string {
  const parts = ['max-age=63072000'];
  if (scope !== 'host') parts.push('includeSubDomains');
  if (scope === 'preload') parts.push('preload');
  return parts.join('; ');
}

const hashed = (styles: readonly string[]) =>
  styles.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');

/**
 * Headers of every answer on the operators' address, including their console: nothing is loaded from or sent to another host, no page may
 * frame it, and uploaded files are shown only from memory (`blob:`).
 */
export function consoleHeaders(inlineStyles: readonly string[]): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${hashed([...inlineStyles, ...reactAriaStyles])}`,
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // Lets an element be emptied, and nothing else (src/components/base/trustEmptyHtml.ts).
    'trusted-types default',
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), display-capture=()',
  };
}

/** Headers of every answer. `apiOrigin` is the API's origin in the built app, null for the app's own origin. */
export function securityHeaders(page: {
  inlineStyles: readonly string[];
  apiOrigin: string | null;
  /** Other hosts whose pictures may be shown. */
  imageHosts?: readonly string[];
}): Readonly<Record<string, string>> {
  const api = page.apiOrigin ? ` ${page.apiOrigin}` : '';
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${hashed([...page.inlineStyles, ...reactAriaStyles])}`,
    // Wallets announce themselves with an icon as a data URL (EIP-6963); chosen pictures are shown before they are sent.
    `img-src 'self' data: blob:${api}${(page.imageHosts ?? []).map((host) => ` ${host}`).join('')}`,
    "font-src 'self'",
    `connect-src 'self'${api}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The app's three policies. One lets an element be emptied (src/components/base/trustEmptyHtml.ts), one starts the worker that solves
    // captchas (src/services/auth/solveCaptcha.ts), one installs the worker that keeps the app for offline (src/services/shell/updates.ts).
    // None lets anything else through.
    'trusted-types default captcha shell',
    "worker-src 'self'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), display-capture=()',
  };
}
