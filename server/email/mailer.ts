import { createTransport } from 'nodemailer';

/** An email of plain text. */
export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends emails. Rejects when the mail server refuses one. */
export interface Mailer {
  send(email: Email): Promise<void>;
}

const timeout = 30_000;

/**
 * Sends emails through a mail server: `smtp://user:password@host:587`, or `smtps://…`. A password is never sent unencrypted: over `smtp://`
 * the server must offer STARTTLS, or nothing is sent.
 */
export function smtpMailer(url: string, from: string): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const hasSecret = username !== '' || password !== '';
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const transport = createTransport(
    {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (secure ? 465 : 587) : Number(port),
      secure,
      requireTLS: !secure && hasSecret,
      ...(hasSecret ? { auth } : {}),
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
    },
    { from },
  );
  return {
    async send({ to, subject, text }) {
      // Passed as an address object, so that no part of it is parsed as a second recipient.
      await transport.sendMail({ to: { name: '', address: to }, subject, text });
    },
  };
}
