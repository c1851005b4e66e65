/** Who acts without a login of their own; an operator's name has no space. In the log, and wherever an operator is named. */
export const operatorNames = {
  /** Whoever holds the server's own token. */
  localToken: 'local token',
  /** What follows from the settings with which a server starts. */
  settings: 'settings of the server',
  /** A command that was carried out on the server itself. */
  machine: 'machine of the server',
} as const;
