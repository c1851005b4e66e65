import { createTransport } from 'nodemailer';

/** A letter of plain text. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Where letters go. Rejects when they cannot be handed over. */
export interface Mailer {
  send(letter: Letter): Promise<void>;
}

/** Hands letters to a mail server: `smtp://user:password@host:587`, or `smtps://…`. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(url, { from });
  return {
    async send({ to, subject, text }) {
      // As an address object, so that nothing in it is read as a second recipient.
      await transport.sendMail({ to: { name: '', address: to }, subject, text });
    },
  };
}
