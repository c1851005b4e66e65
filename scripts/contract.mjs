// Writes contract/openapi.json from the contract. The tests say when it is out of date.
import { writeFile } from 'node:fs/promises';
import { createServer } from 'vite';

const vite = await createServer({
  configFile: false,
  server: { middlewareMode: true },
  appType: 'custom',
  logLevel: 'error',
});
const { openApiDocument } = await vite.ssrLoadModule('/contract/openapi.ts');
await writeFile(
  new URL('../contract/openapi.json', import.meta.url),
  `${JSON.stringify(openApiDocument(), null, 2)}\n`,
);
await vite.close();
