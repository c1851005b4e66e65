import type { TestServer } from './server.ts';

interface Heard {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects
  readonly data: any;
}

/** Opens a stream as a caller would, and reads it event by event. */
export async function openStream(server: Pick<TestServer, 'fetch'>, token: string, headers = {}) {
  const request = new Request('http://localhost:3000/api/web-app/rates/stream', {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  const response = await server.fetch(request);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error('the stream has no body');
  let text = '';

  /** The next piece between two empty lines, as it is written, or null at the end. */
  async function piece(): Promise<string | null> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const found = text.slice(0, end);
        text = text.slice(end + 2);
        return found;
      }
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) return null;
      text += value;
    }
  }

  /** The next event with this name; others are passed over. */
  async function next(name: string): Promise<Heard> {
    for (;;) {
      const found = await piece();
      if (found === null) throw new Error(`the stream ended before ${name}`);
      const field = (key: string) =>
        found
          .split('\n')
          .find((line) => line.startsWith(`${key}: `))
          ?.slice(key.length + 2) ?? '';
      if (field('event') === name) return { event: name, data: JSON.parse(field('data')) };
    }
  }

  return { response, piece, next, leave: () => reader.cancel() };
}

/** Opens a stream and passes over what it begins with. */
export async function listenTo(server: Pick<TestServer, 'fetch'>, token: string, headers = {}) {
  const stream = await openStream(server, token, headers);
  await stream.next('notification');
  return stream;
}
