import openapiTs, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';

/** The client's types as openapi-typescript draws them from the document in the repository. */
const drawn = async () =>
  astToString(await openapiTs(new URL('../../contract/openapi.json', import.meta.url)));

test('a generated client has every call by its name', async () => {
  const types = await drawn();
  expect(types).toContain('export interface operations {');
  expect(types).toMatch(/^ {4}exchangeQuote: \{$/m);
});
