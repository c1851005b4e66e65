/**
 * Logs a fault for developers to the console. Never values: names, paths and codes only.
 * The subject comes first, so that the console can be filtered by it.
 */
export function logFault(subject: string, detail: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place of the app that writes to the console
  console.warn(`[zesto] ${subject}`, detail);
}
