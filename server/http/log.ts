import pino, { type DestinationStream, type Logger } from 'pino';

/** JSON lines. No secret should be logged; the redaction is a safeguard. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const secrets = ['password', 'password_confirmation', 'token', 'email', 'authorization', 'cookie'];
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: secrets.flatMap((name) => [name, `*.${name}`]),
  };
  return destination ? pino(options, destination) : pino(options);
}
