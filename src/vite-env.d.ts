interface ImportMetaEnv {
  /** The server's host, such as `https://api.example.com`; the app's own when it is not set. */
  readonly VITE_API_URL?: string;
  /** Google's client id, for a server that does not tell it (GET /auth/providers). */
  readonly VITE_GOOGLE_CLIENT_ID?: string;
  /** Where the terms of service stand; without it the checkbox of the registration has no link. */
  readonly VITE_TERMS_URL?: string;
}
