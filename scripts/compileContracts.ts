import { readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import solc from 'solc';
import * as z from 'zod/mini';

const folders = ['server/demo/chain/contracts', 'tests/support/contracts'];

/** Leaves out metadata, so that the bytes depend only on the sources, the compiler's version and these settings. */
const settings = {
  evmVersion: 'cancun',
  optimizer: { enabled: true, runs: 200 },
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
};

const compiled = z.object({
  errors: z._default(z.array(z.object({ formattedMessage: z.string() })), []),
  contracts: z.optional(
    z.record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          abi: z.array(z.unknown()),
          evm: z.object({ bytecode: z.object({ object: z.string() }) }),
        }),
      ),
    ),
  ),
});

/** `npm run contracts [FOLDER]`: compiles each contract into an artefact beside its source, or into FOLDER. Warnings are errors. */
export async function main([target = '.']: readonly string[]) {
  for (const folder of folders) {
    const sources = (await readdir(folder)).filter((name) => name.endsWith('.sol')).sort();
    for (const source of sources) {
      const path = join(target, folder, `${basename(source, '.sol')}.json`);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, `${JSON.stringify(compile(`${folder}/${source}`), null, 2)}\n`);
    }
  }
}

function compile(source: string) {
  const input = {
    language: 'Solidity',
    sources: { [source]: { content: readFileSync(source, 'utf8') } },
    settings,
  };
  const importing = (path: string) => ({ contents: readFileSync(join('node_modules', path), 'utf8') });
  const output: unknown = JSON.parse(solc.compile(JSON.stringify(input), { import: importing }));
  const { errors, contracts } = compiled.parse(output);
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const contractName = basename(source, '.sol');
  const contract = contracts?.[source]?.[contractName];
  if (!contract) throw new Error(`${source} has no contract ${contractName}`);
  const { outputSelection: _, ...kept } = settings;
  return {
    contractName,
    source,
    compiler: `solc ${solc.version()}`,
    settings: kept,
    abi: contract.abi,
    bytecode: `0x${contract.evm.bytecode.object}`,
  };
}
