import { createHash } from 'node:crypto';

/** The content security policy of a page with one style sheet and no script. `formTargets` are the targets of its forms, if any. */
export function plainPagePolicy(style: string, formTargets = "'none'"): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `form-action ${formTargets}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
