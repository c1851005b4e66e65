import { metricsToken, type TestServer } from './server.ts';

/** A scrape of the operators' address; without a token when it is null. */
export function askMetrics(
  { operate }: Pick<TestServer, 'operate'>,
  token: string | null = metricsToken,
  method = 'GET',
): Promise<Response> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  return operate(new Request('http://localhost:3001/metrics', { method, headers }));
}

type Labels = Readonly<Record<string, string>>;

/** What a scrape tells, read. */
export async function scrape(server: Pick<TestServer, 'operate'>) {
  const answer = await askMetrics(server);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`the scrape was refused: ${text}`);
  const samples = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(
    ([, name = '', labels = '', value = '']) => ({
      name,
      labels: Object.fromEntries(
        [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, told]) => [label, told]),
      ) as Labels,
      value: Number(value),
    }),
  );
  const named = (name: string) => samples.filter((sample) => sample.name === name);
  return {
    text,
    named,
    /** The value of a metric with these labels; undefined when it is not told. */
    value: (name: string, labels: Labels = {}) =>
      named(name).find((sample) =>
        Object.entries(labels).every(([label, wanted]) => sample.labels[label] === wanted),
      )?.value,
  };
}
