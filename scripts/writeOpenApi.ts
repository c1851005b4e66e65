import { writeFile } from 'node:fs/promises';
import { openApiDocument } from '../contract/openapi.ts';

/** Writes contract/openapi.json from the contract. The tests say when it is out of date. */
export async function main() {
  await writeFile('contract/openapi.json', `${JSON.stringify(openApiDocument(), null, 2)}\n`);
}
