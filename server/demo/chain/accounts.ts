import { privateKeyToAccount } from 'viem/accounts';

/**
 * The first three accounts to which Anvil gives 10,000 of the chain's coin. Anvil's documentation prints their keys, so they are only used
 * on a chain that this machine alone can reach.
 */
export const faucet = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
);
export const hotWallet = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
);
/** For the wallet app of somebody who tries the demo. */
export const visitor = privateKeyToAccount(
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
);

/**
 * The private key from which deposit addresses are derived: account 1 (`m/44'/60'/1'`) of the well-known test phrase, eleven times "test"
 * and "junk". Only sweeps are signed with it, as by the offline signer of a real wallet; the server never needs it.
 */
export const depositKey =
  'xprv9yeny6n2dNUooqfQAdyqEUiDXC5HLMezYBQa2REnvFPTKvuTaUivwDa7Db8gwUCwcvZEQc7XBEvBjvwwUpQxPmxVScuQd8dAs4AYQT4BxeZ';
