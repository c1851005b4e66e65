import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import keystore from './hotWallet.json' with { type: 'json' };

/** Writes the keystore of the demo's hot wallet and its password to files that only this user can read, as an operator would have them. */
export async function writeHotWallet(folder: string): Promise<{ keystore: string; passwordFile: string }> {
  const files = {
    keystore: join(folder, 'hot-wallet.json'),
    passwordFile: join(folder, 'hot-wallet-password'),
  };
  await writeFile(files.keystore, JSON.stringify(keystore), { mode: 0o600 });
  await writeFile(files.passwordFile, 'zesto-demo\n', { mode: 0o600 });
  return files;
}
