import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { smtpMailer } from '../../../server/email/mailer.ts';

/** A mail server that takes everything and offers what it is told to; `heard` is all that was said to it. */
async function mailServer(offers: readonly string[]) {
  const heard: string[] = [];
  const answer = (line: string) => {
    if (line.startsWith('EHLO'))
      return ['mail.example', ...offers]
        .map((offer, index, all) => `250${index === all.length - 1 ? ' ' : '-'}${offer}`)
        .join('\r\n');
    if (line === 'DATA') return '354 go on';
    return line === 'QUIT' ? '221 bye' : '250 fine';
  };
  const server = createServer((socket: Socket) => {
    let isText = false;
    socket.write('220 mail.example\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n').filter(Boolean)) {
        heard.push(line);
        if (isText && line !== '.') continue;
        isText = line === 'DATA';
        socket.write(`${answer(line)}\r\n`);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return { heard, port: typeof address === 'object' && address ? address.port : 0 };
}

const letter = { to: 'anna@example.org', subject: 'Hello', text: 'Hello' };

test('a password is not told to a mail server that does not offer to encrypt', async () => {
  const { heard, port } = await mailServer(['AUTH PLAIN LOGIN']);
  const mailer = smtpMailer(`smtp://zesto:hunter2@127.0.0.1:${port}`, 'Zesto <no-reply@example.org>');
  await expect(mailer.send(letter)).rejects.toThrow();
  const said = heard.join('\n');
  expect(said).not.toMatch(/AUTH|hunter2|MAIL FROM/);
  expect(said).not.toContain(Buffer.from('\0zesto\0hunter2').toString('base64'));
});

test('a relay of this machine that asks for no password is written to as it is', async () => {
  const { heard, port } = await mailServer(['SIZE']);
  await smtpMailer(`smtp://127.0.0.1:${port}`, 'Zesto <no-reply@example.org>').send(letter);
  expect(heard).toContain('RCPT TO:<anna@example.org>');
});

test('line ends add neither headers nor recipients to an email', async () => {
  const { heard, port } = await mailServer(['SIZE']);
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'Zesto <no-reply@example.org>');
  const added = '\r\nBcc: eve@example.org\r\n\r\n.\r\nRCPT TO:<eve@example.org>';
  await mailer.send({ ...letter, to: `anna@example.org${added}` });
  await mailer.send({ ...letter, subject: `Hello${added}` });
  expect(heard.filter((line) => line.startsWith('RCPT TO'))).toHaveLength(2);
  expect(heard).not.toContain('RCPT TO:<eve@example.org>');
  expect(heard.filter((line) => /^Bcc/i.test(line))).toEqual([]);
});
