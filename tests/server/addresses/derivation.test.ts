import { createECDH, createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { toHex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { expect, test } from 'vitest';
import { addressesOf, isExtendedKey } from '../../../server/addresses/derivation.ts';
import { depositKey } from '../../../server/demo/chain/accounts.ts';
import { demoNetwork } from '../../../server/demo/chain/network.ts';

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

interface Private {
  readonly key: bigint;
  readonly chain: Buffer;
}

const bytes = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');

function publicOf({ key }: Private): Buffer {
  const ecdh = createECDH('secp256k1');
  ecdh.setPrivateKey(bytes(key));
  return ecdh.getPublicKey(null, 'compressed');
}

/** BIP-32 by the private keys, which the server never has: the other way to the same addresses. */
function child(parent: Private, index: number, isHardened: boolean): Private {
  const place = Buffer.alloc(4);
  place.writeUInt32BE(index + (isHardened ? 2 ** 31 : 0));
  const head = isHardened ? Buffer.concat([Buffer.alloc(1), bytes(parent.key)]) : publicOf(parent);
  const digest = createHmac('sha512', parent.chain).update(head).update(place).digest();
  const key = (BigInt(`0x${digest.subarray(0, 32).toString('hex')}`) + parent.key) % order;
  return { key, chain: digest.subarray(32) };
}

function accountOf(mnemonic: string): Private {
  const seed = pbkdf2Sync(mnemonic, 'mnemonic', 2048, 64, 'sha512');
  const digest = createHmac('sha512', 'Bitcoin seed').update(seed).digest();
  const root = { key: BigInt(`0x${digest.subarray(0, 32).toString('hex')}`), chain: digest.subarray(32) };
  return [44, 60, 0].reduce<Private>((parent, index) => child(parent, index, true), root);
}

function xpubOf(account: Private): string {
  const content = Buffer.concat([
    Buffer.from('0488b21e', 'hex'),
    Buffer.alloc(9),
    account.chain,
    publicOf(account),
  ]);
  const sha = (input: Buffer) => createHash('sha256').update(input).digest();
  let value = BigInt(`0x${Buffer.concat([content, sha(sha(content)).subarray(0, 4)]).toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 58n) {
    text = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'[Number(value % 58n)] + text;
  }
  return text;
}

test('the addresses that every Ethereum tool gives for the well-known test mnemonic', () => {
  const junk = `${'test '.repeat(11)}junk`;
  const address = addressesOf(xpubOf(accountOf(junk)));
  expect([0, 1, 2, 9].map(address)).toEqual([
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
  ]);
});

// BIP-32, test vector 2, chain m: of a private key the text begins with xprv.
const xpub =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB';
const xprv =
  'xprv9s21ZrQH143K31xYSDQpPDxsXRTUcvj2iNHm5NUtrGiGG5e2DtALGdso3pGz6ssrdK4PFmM8NSpSBHNqPqm55Qn3LqFtT2emdEXVYsCzC2U';

test('an extended public key is known from everything else, above all from a private one', () => {
  expect(isExtendedKey(xpub)).toBe(true);
  for (const wrong of ['', 'xpub', xprv, xpub.replace('WEG', 'WEH'), `${xpub} `, xpub.slice(0, -1)]) {
    expect(isExtendedKey(wrong)).toBe(false);
  }
});

test('the demo has the private key of each of its addresses, and a server takes none of it for a setting', () => {
  const address = addressesOf(demoNetwork.xpub);
  const account = HDKey.fromExtendedKey(depositKey);
  for (const index of [0, 1, 700]) {
    const { privateKey } = account.deriveChild(0).deriveChild(index);
    expect(privateKeyToAddress(toHex(privateKey ?? new Uint8Array()))).toBe(address(index));
  }
  expect(isExtendedKey(depositKey)).toBe(false);
});
