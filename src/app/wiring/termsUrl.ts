const given = import.meta.env.VITE_TERMS_URL ?? '';

/** Where the terms of whoever runs the wallet are, by the build; null for the app's own page. Anything but an address of the web would be a mistake. */
export const termsUrl = /^(?:https?:\/\/|\/)/.test(given) ? given : null;
