const given = import.meta.env.VITE_TERMS_URL ?? '';

/** The URL of the operator's terms, set by the build; null for the app's own page. Only paths and web URLs are accepted. */
export const termsUrl = /^(?:https?:\/\/|\/)/.test(given) ? given : null;
