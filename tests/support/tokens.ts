import type { TestServer } from './server.ts';

/** A token that is nobody's from the start. */
export const link = {
  ticker: 'LINK',
  name: 'Chainlink',
  issuer: 'Chainlink Labs',
  decimals: 18,
  contract: '0x514910771AF9Ca656af840dff83E8264EcF986CA',
  minimum: '1',
  fee: '0.1',
  maximum: '1000',
};

/** What calls itself as another does. */
export const imitation = {
  ...link,
  ticker: 'USDT',
  name: 'Tether USD',
  issuer: null,
  decimals: 8,
  contract: '0x4fabb145d64652a948d72533023f6e7a623c7c53',
};

/** Lists a token as an operator does, and answers its symbol. */
export async function list(server: TestServer, token: Record<string, unknown> = link): Promise<string> {
  const { status, body } = await server.operator('POST', '/tokens', token);
  if (status !== 201) throw new Error(`the token was refused: ${JSON.stringify(body)}`);
  return body.data.symbol;
}
