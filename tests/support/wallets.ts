import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { TestServer } from './server.ts';

/** A browser wallet's account with a key of its own. */
export const newWallet = () => privateKeyToAccount(generatePrivateKey());
export type Wallet = ReturnType<typeof newWallet>;

/** What a wallet proves itself with: the message that `path` answers for its account, signed. */
export async function signed(
  server: TestServer,
  wallet: Wallet,
  { path = '/auth/metamask/nonce', token }: { readonly path?: string; readonly token?: string } = {},
) {
  const asked = await server.post(path, { address: wallet.address }, token === undefined ? {} : { token });
  const { message } = asked.body.data;
  return { metamask_address: wallet.address, message, signature: await wallet.signMessage({ message }) };
}
