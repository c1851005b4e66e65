interface ImportMetaEnv {
  /** The provider's host, such as `https://api.example.com`; the app's own when it is not set. */
  readonly VITE_API_URL?: string;
}
