import { connect, createServer } from 'node:net';

/** A line to a server that can be made to break whenever somebody sends much over it. */
export interface CuttingLine {
  /** The server, as it is reached over this line. */
  readonly origin: string;
  /** From now on, or no longer, a connection ends after this many bytes of a request have passed. */
  cutAfter(bytes: number | null): void;
  close(): void;
}

export async function cuttingLine(target: string): Promise<CuttingLine> {
  /** The demo answers under its own names alone. */
  const named = (bytes: Buffer) =>
    Buffer.from(
      bytes.toString('latin1').replace(/^(host: ).+\r$/gim, `$1${new URL(target).host}\r`),
      'latin1',
    );
  let limit: number | null = null;
  const line = createServer((near) => {
    const far = connect(Number(new URL(target).port), 'localhost');
    let passed = 0;
    const end = () => {
      near.destroy();
      far.destroy();
    };
    near.on('data', (bytes) => {
      passed += bytes.length;
      if (limit !== null && passed > limit) end();
      else far.write(named(bytes));
    });
    far.pipe(near);
    for (const each of [near, far]) each.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => line.listen(0, 'localhost', resolve));
  const address = line.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://localhost:${address.port}`,
    cutAfter: (bytes) => {
      limit = bytes;
    },
    close: () => line.close(),
  };
}
