interface TrustedTypes {
  defaultPolicy: object | null;
  createPolicy(name: string, rules: { createHTML(html: string): string | null }): object;
}

/*
 * Lets `element.innerHTML = ''` through `require-trusted-types-for 'script'`, and nothing else. react-aria empties its announcer in this way
 * at every step of a spin button, and an exception there, during a commit of React, would take the page down. Imported for its effect by
 * components with a spin button.
 */
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
if (trustedTypes && !trustedTypes.defaultPolicy) {
  trustedTypes.createPolicy('default', { createHTML: (html) => (html === '' ? html : null) });
}

export {};
