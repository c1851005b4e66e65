import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Sentence } from '../command/command.ts';

/** Asks questions at a terminal, or reads the lines that are piped in. `hidden` answers are not shown while they are typed. */
export function createPrompt() {
  let isMuted = false;
  let lines: AsyncIterator<string> | null = null;
  const open = () => {
    const output = new Writable({
      write(chunk, _encoding, done) {
        if (!isMuted) process.stderr.write(chunk);
        done();
      },
    });
    const terminal = process.stdin.isTTY === true;
    return createInterface({ input: process.stdin, output, terminal })[Symbol.asyncIterator]();
  };
  return {
    async ask(question: string, hidden?: 'hidden'): Promise<string> {
      process.stderr.write(question);
      lines ??= open();
      isMuted = hidden !== undefined;
      const { value, done } = await lines.next();
      if (isMuted) process.stderr.write('\n');
      isMuted = false;
      if (done) throw new Sentence('No answer was given. Nothing was changed.');
      return value.trim();
    },
    /** Stops reading standard input, which would otherwise keep the process alive. */
    close: async () => {
      await lines?.return?.();
      process.stdin.pause();
    },
  };
}
