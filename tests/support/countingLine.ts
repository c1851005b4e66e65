import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Passed {
  /** How often the client had to wait for the server. */
  roundTrips: number;
  /** The statements, BEGIN and COMMIT among them. */
  statements: number;
}

/** What passed from BEGIN to COMMIT or ROLLBACK. */
interface PassedTransaction extends Readonly<Passed> {
  /** Everything that the client sent. */
  readonly sent: string;
}

/** A line to PostgreSQL that counts what passes over it. */
interface CountingLine {
  /** The database, as it is reached over this line. */
  readonly url: string;
  /** The transactions that have ended, in the order of their ends. */
  readonly transactions: PassedTransaction[];
  /** All that passed, over all connections, in transactions or not. */
  readonly total: Passed;
  close(): void;
}

/** `url`: a database that is reached by a socket in a folder, which its parameter `host` names. */
export async function countingLine(url: string): Promise<CountingLine> {
  const socket = '.s.PGSQL.5432';
  const folder = mkdtempSync(join(tmpdir(), 'zesto-line-'));
  const target = new URL(url);
  const far = join(target.searchParams.get('host') ?? '', socket);
  target.searchParams.set('host', folder);
  const transactions: PassedTransaction[] = [];
  const total: Passed = { roundTrips: 0, statements: 0 };
  const open = new Set<Socket>();
  const line = createServer((near) => count(near, connect(far), { transactions, total }, open));
  await new Promise<void>((resolve) => line.listen(join(folder, socket), resolve));
  return {
    url: target.href,
    transactions,
    total,
    close() {
      for (const each of open) each.destroy();
      line.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The protocol: https://www.postgresql.org/docs/current/protocol-message-formats.html. Each simple query and each Sync gets a ReadyForQuery. */
function count(
  near: Socket,
  far: Socket,
  { transactions, total }: Pick<CountingLine, 'transactions' | 'total'>,
  open: Set<Socket>,
): void {
  let unanswered = 1;
  let current = { roundTrips: 0, statements: 0, sent: '' };
  const asked = messages(true, (type, body) => {
    if (type === 'Q' && body.startsWith('BEGIN')) current = { roundTrips: 0, statements: 0, sent: '' };
    current.sent += body;
    if (type === 'Q' || type === 'E') {
      current.statements += 1;
      total.statements += 1;
    }
    if (type !== 'Q' && type !== 'S') return;
    if (unanswered === 0) {
      current.roundTrips += 1;
      total.roundTrips += 1;
    }
    unanswered += 1;
    if (type === 'Q' && /^(?:COMMIT|ROLLBACK)\0/.test(body)) transactions.push(current);
  });
  const answered = messages(false, (type) => {
    if (type === 'Z') unanswered -= 1;
  });
  near.on('data', asked).pipe(far);
  far.on('data', answered).pipe(near);
  for (const each of [near, far]) {
    open.add(each);
    each.on('error', () => {
      near.destroy();
      far.destroy();
    });
  }
}

/** Tells the messages of a stream, each once it is complete. The first of a client has no type. */
function messages(isClient: boolean, tell: (type: string, body: string) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let typed = isClient ? 0 : 1;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= typed + 4) {
      const end = typed + rest.readInt32BE(typed);
      if (rest.length < end) return;
      if (typed === 1) tell(rest.toString('latin1', 0, 1), rest.toString('latin1', 5, end));
      typed = 1;
      rest = rest.subarray(end);
    }
  };
}
