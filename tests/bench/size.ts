import { launchChromium, newPerson } from '../support/chromium.ts';
import { newcomer, register } from '../support/person.ts';
import { serveBuild } from '../support/servedBuild.ts';
import { budgets, type Weighed, weigh } from '../support/weigh.ts';
import { tell } from './figures.ts';

/** Prints the compressed script that a browser loads until each page of the built product can be used, beside its budget. */
export async function main(): Promise<void> {
  const served = await serveBuild();
  const browser = await launchChromium();
  try {
    const { context } = await newPerson(browser);
    const page = await context.newPage();
    await register(page, served.origin, newcomer());
    const stored = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
    await context.close();
    for (const route of Object.keys(budgets) as Weighed[]) {
      const budget = budgets[route];
      const { bytes, files } = await weigh(
        browser,
        served.origin,
        route,
        route.startsWith('/auth') ? {} : stored,
      );
      tell({
        name: `script until ${route} can be used`,
        value: bytes / 1_000,
        unit: 'kB',
        beside: { name: 'its budget', value: budget.bytes / 1_000 },
      });
      tell({ name: `script files until ${route} can be used`, value: files, unit: '', aim: budget.files });
    }
  } finally {
    await browser.close();
    await served.remove();
  }
}
