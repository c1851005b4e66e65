import { Client } from 'pg';
import { channel } from './announce.ts';
import { requirePrimary } from './primary.ts';

const firstWait = 250;
const longestWait = 10_000;

/**
 * A dedicated connection that only listens. After a break it reconnects with growing delays and calls `hear` with null, because messages
 * may have been missed. A database that only reads counts as one that cannot be reached. Rejects when the first connection fails.
 */
export async function listenOn(
  url: string,
  hear: (payload: string | null) => void,
  log: ((message: string, error: unknown) => void) | undefined,
): Promise<() => Promise<void>> {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let client = await connect();

  async function connect(): Promise<Client> {
    const fresh = new Client({
      connectionString: url,
      application_name: 'zesto-listener',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    });
    let isReady = false;
    fresh.on('error', (error) => log?.('the listening database connection broke', error));
    fresh.on('notification', ({ payload }) => hear(payload ?? ''));
    fresh.on('end', () => isReady && again(firstWait));
    try {
      await fresh.connect();
      await requirePrimary(fresh);
      await fresh.query(`LISTEN ${channel}`);
    } catch (error) {
      await fresh.end().catch(() => undefined);
      throw error;
    }
    isReady = true;
    return fresh;
  }

  function again(wait: number) {
    if (isStopped) return;
    timer = setTimeout(() => {
      connect().then(
        (fresh) => {
          client = fresh;
          if (isStopped) void fresh.end();
          else hear(null);
        },
        () => again(Math.min(longestWait, wait * 2)),
      );
    }, wait);
    timer.unref();
  }

  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await client.end().catch(() => undefined);
  };
}
