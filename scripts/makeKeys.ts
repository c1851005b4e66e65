import { createCipheriv, randomBytes, randomUUID, scryptSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Hex, hexToBytes, keccak256 } from 'viem';
import {
  english,
  generateMnemonic,
  generatePrivateKey,
  mnemonicToAccount,
  privateKeyToAccount,
} from 'viem/accounts';

const usage = `Usage: npm run -s keys:make -- FOLDER
  Makes the keys of a wallet in a new folder, without a network. Run it on a machine that stays offline.`;

/** Makes the keys of a wallet: the words from which deposit addresses are derived, and a hot wallet with its own key. Prints no secret. */
export async function main(args: readonly string[]): Promise<number> {
  const [folder] = args;
  if (folder === undefined || args.length > 1 || folder.startsWith('-')) return refuse(usage);
  const words = generateMnemonic(english, 256);
  const xpub = mnemonicToAccount(words, { path: "m/44'/60'/0'" }).getHdKey().publicExtendedKey;
  const key = generatePrivateKey();
  const password = randomBytes(24).toString('base64url');
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return refuse(`${folder} cannot be made (${code}): name a folder that is not there yet.`);
  }
  const files = {
    words,
    'deposit.xpub': xpub,
    'hot-wallet.json': JSON.stringify(encryptKeystore(key, password), null, 2),
    'hot-wallet-password': password,
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), `${text}\n`, { mode: 0o600, flag: 'wx' });
  }
  console.log(`${join(folder, 'words')}: whoever reads them has all deposits. Copy them to paper; they sign sweeps, offline.
${join(folder, 'deposit.xpub')}: DEPOSIT_XPUB, ${xpub}
${join(folder, 'hot-wallet.json')} and hot-wallet-password: HOT_WALLET_KEYSTORE and HOT_WALLET_PASSWORD_FILE.
Hot wallet: ${privateKeyToAccount(key).address}. Send it coins for gas and tokens to pay with.`);
  return 0;
}

function refuse(sentence: string): number {
  console.error(sentence);
  return 1;
}

/** Web3 secret storage, version 3, with geth's key derivation: scrypt with 256 MiB. */
function encryptKeystore(key: Hex, password: string) {
  const salt = randomBytes(32);
  const iv = randomBytes(16);
  const n = 2 ** 18;
  const derived = scryptSync(password, salt, 32, { N: n, r: 8, p: 1, maxmem: 2 ** 29 });
  const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv);
  const ciphertext = Buffer.concat([cipher.update(hexToBytes(key)), cipher.final()]);
  return {
    version: 3,
    id: randomUUID(),
    address: privateKeyToAccount(key).address.slice(2).toLowerCase(),
    crypto: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: iv.toString('hex') },
      ciphertext: ciphertext.toString('hex'),
      kdf: 'scrypt',
      kdfparams: { dklen: 32, n, r: 8, p: 1, salt: salt.toString('hex') },
      mac: keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext])).slice(2),
    },
  };
}
