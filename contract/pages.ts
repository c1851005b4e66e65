/** The addresses of the app's screens (spec section 2): the app draws them, and a server that serves the app answers them with its page. */
export const pagePaths = {
  login: '/auth/login',
  registration: '/auth/registration',
  wallet: '/wallet',
  exchange: '/exchange',
  transactions: '/transactions',
  history: '/transactions/history',
  news: '/news',
  article: '/news/:id',
  support: '/support',
  addToken: '/add-token',
  analytics: '/analytics',
  profile: '/profile',
  kyc: '/kyc',
} as const;
