import { checksummed } from '../../contract/walletAddress.ts';
import type { Query } from '../database/db.ts';
import { readAmount } from '../tokens/amounts.ts';
import { listToken } from '../tokens/listings.ts';

interface Entry {
  readonly ticker: string;
  readonly name: string;
  readonly decimals: number;
  readonly issuer: string | null;
  readonly contract: string;
  readonly minimum: string;
  readonly fee: string;
  readonly maximum: string;
}

/** The tokens that can be added on the demo's network. The second USDT is a fake, because real networks have fakes of it. */
const entries: readonly Entry[] = [
  {
    ticker: 'USDC',
    name: 'USD Coin',
    decimals: 6,
    issuer: 'Circle',
    contract: '0x2b6f8c1d4e7a9035b1c6d8e2f4a7093c5d1e8b62',
    minimum: '5',
    fee: '1.25',
    maximum: '1000000',
  },
  {
    ticker: 'EURC',
    name: 'Euro Coin',
    decimals: 6,
    issuer: 'Circle',
    contract: '0x71d4a0c93e5f2b8867d1f3c4a9e0b2d5867f1c3a',
    minimum: '5',
    fee: '1.15',
    maximum: '1000000',
  },
  {
    ticker: 'WBTC',
    name: 'Wrapped Bitcoin',
    decimals: 8,
    issuer: 'BitGo',
    contract: '0x0f9c3b7e1d5a8264c7e0f2b3a6d9185c4e7f0b1d',
    minimum: '0.0002',
    fee: '0.00002',
    maximum: '50',
  },
  {
    ticker: 'WETH',
    name: 'Wrapped Ether',
    decimals: 18,
    issuer: 'WETH Foundation',
    contract: '0xa4e8d2f60b1c7395e8f4a1d3c6b9027d5e8a3f14',
    minimum: '0.005',
    fee: '0.0004',
    maximum: '1000',
  },
  {
    ticker: 'LINK',
    name: 'Chainlink',
    decimals: 18,
    issuer: 'Chainlink Labs',
    contract: '0x5c2e9a7d1f4b8036d9c1e5f7a3b0284e6d9f1c85',
    minimum: '1',
    fee: '0.1',
    maximum: '100000',
  },
  {
    ticker: 'UNI',
    name: 'Uniswap',
    decimals: 18,
    issuer: 'Uniswap Foundation',
    contract: '0xe1b7f3c5096a2d84f7b1e3c8d5a0492b6f8e1d37',
    minimum: '1',
    fee: '0.15',
    maximum: '100000',
  },
  {
    ticker: 'AAVE',
    name: 'Aave',
    decimals: 18,
    issuer: 'Aave Companies',
    contract: '0x38f1d6b2c9e4a7053b8e1f6d2c5a0974e3b7f8d1',
    minimum: '0.1',
    fee: '0.01',
    maximum: '10000',
  },
  {
    ticker: 'PAXG',
    name: 'PAX Gold',
    decimals: 18,
    issuer: 'Paxos',
    contract: '0xc70a5e9d3b1f4826e0d7c3b9f5a18264d1e7f093',
    minimum: '0.01',
    fee: '0.0005',
    maximum: '500',
  },
  {
    ticker: 'stETH',
    name: 'Lido Staked Ether',
    decimals: 18,
    issuer: 'Lido DAO',
    contract: '0x94d3f7a1c5e8b2063f9d1e7c4b5a0826d3f8e1c7',
    minimum: '0.005',
    fee: '0.0004',
    maximum: '1000',
  },
  {
    ticker: 'PEPE',
    name: 'Pepe',
    decimals: 18,
    issuer: null,
    contract: '0x6e0b9d4f2a7c1358e6b0d9f4c2a7135d8e0b6f9a',
    minimum: '500000',
    fee: '50000',
    maximum: '10000000000',
  },
  {
    ticker: 'USDT',
    name: 'Tether USD',
    decimals: 18,
    issuer: null,
    contract: '0x4fabb145d64652a948d72533023f6e7a623c7c53',
    minimum: '5',
    fee: '1.25',
    maximum: '1000000',
  },
];

export async function listDemoTokens(query: Query): Promise<void> {
  for (const { ticker, name, decimals, issuer, contract, ...terms } of entries) {
    const unit = { symbol: ticker, name, decimals };
    await listToken(query, {
      ticker,
      name,
      decimals,
      issuer,
      contractAddress: checksummed(contract),
      minimum: readAmount(terms.minimum, unit),
      fee: readAmount(terms.fee, unit),
      maximum: readAmount(terms.maximum, unit),
    });
  }
}
