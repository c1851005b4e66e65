import { findAnvil, startAnvil } from '../../server/demo/chain/anvil.ts';

/** Run by a test in a process of its own: starts Anvil, prints its process, and stays until it is killed. */
export async function main(): Promise<never> {
  const program = findAnvil();
  if (program === null) throw new Error('Anvil is not installed for this platform');
  const { pid } = await startAnvil(program, 0, []);
  process.stdout.write(`${pid}\n`);
  return new Promise(() => setInterval(() => undefined, 60_000));
}
