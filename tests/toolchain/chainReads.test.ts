import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Has every answer of a node judged by its shape before viem reads it. */
const reader = 'server/settlement/evm/reads.ts';
/** The demo's own Anvil, which it starts and commands. */
const ownNode = 'server/demo/chain/keptAnvil.ts';

/** What asks a node by itself: viem takes whatever comes for an answer, and does not tell “not there” from “not asked”. */
const bare = /from 'viem\/actions'|\b(?:createPublicClient|createWalletClient|createClient|publicActions)\b/;

function bareReads(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => bare.test(readFileSync(path, 'utf8')));
}

const sources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);

test('the server asks nodes of the chain by its reader, and in no other way', () => {
  expect(bareReads(sources('server')).toSorted()).toEqual([ownNode, reader]);
});
