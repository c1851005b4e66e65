import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { TestProject } from 'vitest/node';
import { chromiumPath, launchChromium } from './chromium.ts';
import { type DrawnState, openStatePages } from './statePages.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where drawn states are measured in Chromium; empty when there is none. */
    measuring: string;
  }
}

/** Measures what tests draw without a browser in Chromium: they post `DrawnState`s and get sentences about what is wrong. */
export default async function setup(project: TestProject) {
  if (!existsSync(chromiumPath)) {
    project.provide('measuring', '');
    return;
  }
  const browser = await launchChromium();
  const pages = await openStatePages(browser);
  const server = createServer((request, response) => {
    const answer = async () => pages.wrongIn((await json(request)) as readonly DrawnState[]);
    answer().then(
      (wrong) => response.end(JSON.stringify(wrong)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  project.provide('measuring', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    await browser.close();
    console.log(`\n${pages.summary()}`);
  };
}
