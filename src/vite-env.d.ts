interface ImportMetaEnv {
  /** The server's host, such as `https://api.example.com`; the app's own when it is not set. */
  readonly VITE_API_URL?: string;
  /** Google's client id, for a server that does not tell it (GET /auth/providers). */
  readonly VITE_GOOGLE_CLIENT_ID?: string;
  /** Where the terms of service stand; the app's own page of them when it is not set. */
  readonly VITE_TERMS_URL?: string;
}
