import { privateKeyToAccount } from 'viem/accounts';

/**
 * The first three accounts that Anvil gives 10,000 of the chain's coin. Their keys are printed in its documentation, so secret to
 * nobody: they are for a chain that only this machine reaches.
 */
export const faucet = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
);
export const hotWallet = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
);
/** For a wallet program of the person who tries the demo. */
export const visitor = privateKeyToAccount(
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
);

/**
 * The private half of the key that deposit addresses are made of: account 1 (`m/44'/60'/1'`) of the words that everybody tests with,
 * eleven times "test" and "junk". The server never needs it; it signs sweeps, as the offline signer of a real wallet does.
 */
export const depositKey =
  'xprv9yeny6n2dNUooqfQAdyqEUiDXC5HLMezYBQa2REnvFPTKvuTaUivwDa7Db8gwUCwcvZEQc7XBEvBjvwwUpQxPmxVScuQd8dAs4AYQT4BxeZ';
