import { html, raw } from 'hono/html';
import { webAppBase } from '../../contract/call.ts';
import type { JsonSchema, OpenApiDocument, OpenApiOperation } from '../../contract/openapi.ts';
import { plainPagePolicy } from '../http/plainPage.ts';
import { style } from './apiDocsStyle.ts';

type Html = ReturnType<typeof html>;

const policy = plainPagePolicy(style);

/** Answers the OpenAPI document as a page without script, which is rendered once. `source` is the URL of the document itself. */
export function createApiDocs(document: OpenApiDocument, source: string): () => Promise<Response> {
  let written: Html | undefined;
  return async () => {
    written ??= page(document, source);
    return new Response(String(await written), {
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
    });
  };
}

interface DocumentedCall extends OpenApiOperation {
  readonly method: string;
  readonly path: string;
}

type Schemas = OpenApiDocument['components']['schemas'];

function page({ info, tags, paths, components: { schemas } }: OpenApiDocument, source: string): Html {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      ...operation,
    })),
  );
  const groups = tags.map(({ name }) => ({ name, calls: calls.filter(({ tags }) => tags.includes(name)) }));
  const bodies = new Set(calls.map(bodyName));
  const shared = Object.entries(schemas).filter(([name]) => !bodies.has(name));
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${info.title}</title><style>${raw(style)}</style></head><body><a class="skip" href="#calls">Skip to the calls</a>
<header><h1>${info.title}</h1><p>Version ${info.version}, ${calls.length} calls. As an OpenAPI document: <a href="${source}">${source}</a></p>
<p>A call that needs a login takes <code>Authorization: Bearer TOKEN</code>. A refusal is a ${nameLink('Problem')} with one of the codes that its call names. A field with a ? may be left out.</p></header>
<nav aria-label="Contents">${groups.map(({ name, calls }) => contents(name, calls.map(callLink)))}
${contents(
  'Schemas',
  shared.map(([name]) => nameLink(name)),
)}</nav>
<main id="calls" tabindex="-1">${groups.map(
    ({ name, calls }) =>
      html`<section><h2>${name}</h2>${calls.map((call) => article(call, schemas))}</section>`,
  )}<section><h2>Schemas</h2>${shared.map(
    ([name, schema]) => html`<article id="schema-${name}"><h3>${name}</h3>${details(schema)}</article>`,
  )}</section></main></body></html>`;
}

const contents = (name: string, links: readonly Html[]) =>
  html`<details><summary>${name}</summary><ul>${links.map((link) => html`<li>${link}</li>`)}</ul></details>`;

const callLink = ({ operationId, method, path }: DocumentedCall) =>
  html`<a href="#call-${operationId}"><b>${method}</b> ${inPath(path.slice(webAppBase.length))}</a>`;

const nameLink = (name: string) => html`<a href="#schema-${name}">${name}</a>`;

/** A path that may be broken after each slash. */
const inPath = (path: string) => path.split('/').map((part, at) => (at === 0 ? part : html`/<wbr>${part}`));

/** The schema that is named after the call, and shown with it. */
function bodyName({ requestBody }: DocumentedCall): string | undefined {
  return requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1);
}

function article(call: DocumentedCall, schemas: Schemas): Html {
  const { operationId, method, path, summary, security, parameters = [], requestBody, responses } = call;
  const answers = Object.entries(responses);
  return html`<article id="call-${operationId}"><h3><b>${method}</b> <code>${inPath(path)}</code></h3>
<p>${inCode(summary)}</p><p class="note">${security ? 'Needs a login' : 'Public'} · <code>${operationId}</code></p>
${parameters.length > 0 ? folded('Parameters', fields(parameters.map((each) => ({ ...each, note: each.in })))) : ''}
${Object.entries(requestBody?.content ?? {}).map(([type, { schema, example, encoding = {} }]) => {
  const name = bodyName(call);
  const shown = (name === undefined ? undefined : schemas[name]) ?? schema;
  const files = Object.entries(encoding).map(
    ([field, { contentType }]) => html`<p>${field}: ${contentType}</p>`,
  );
  return html`<div${name === undefined ? '' : html` id="schema-${name}"`}>${folded(`Body, ${type}`, [details(shown), files, exampleOf(example)])}</div>`;
})}
${answers.flatMap(([status, { content = {} }]) =>
  status.startsWith('2')
    ? Object.entries(content).map(([type, { schema, example }]) =>
        folded(`Answer ${status}, ${type}`, [details(schema), exampleOf(example)]),
      )
    : [],
)}${Object.hasOwn(responses, 204) ? html`<p>Answer 204, without a body</p>` : ''}
${folded(
  'Problems',
  html`<dl>${answers
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { description }]) => html`<dt>${status}</dt><dd><code>${description}</code></dd>`)}</dl>`,
)}</article>`;
}

const folded = (title: string, body: unknown) => html`<details><summary>${title}</summary>${body}</details>`;

const exampleOf = (example: unknown) =>
  example === undefined ? '' : html`<p>Example</p><pre>${JSON.stringify(example, null, 2)}</pre>`;

/** Text in which words in backticks become code. */
const inCode = (text: string) =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));

interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly note?: string;
  readonly example?: string;
}

function fields(all: readonly Field[]): Html {
  return html`<ul>${all.map(
    ({ name, schema, required, note, example }) =>
      html`<li><code>${name}</code>${required ? '' : '?'} ${note === undefined ? '' : html`<i>${note}</i> `}${typeOf(schema)}${
        example === undefined ? '' : html` <i>for example <code>${example}</code></i>`
      }${inside(schema)}</li>`,
  )}</ul>`;
}

const details = (schema: JsonSchema) => html`<div class="schema">${typeOf(schema)}${inside(schema)}</div>`;

/** A schema in one line, without the fields of nested objects. */
function typeOf(schema: JsonSchema): Html {
  const { $ref, type, enum: values, const: value, anyOf, oneOf, items, additionalProperties } = schema;
  const some = anyOf ?? oneOf;
  if ($ref !== undefined) return nameLink($ref.split('/').at(-1) ?? '');
  if (some?.every(({ properties }) => properties)) return html`one of ${some.length} objects`;
  if (some) return html`${some.map((each, at) => html`${at === 0 ? '' : ' or '}${typeOf(each)}`)}`;
  if (items) return html`list of ${typeOf(items)}${rulesOf(schema)}`;
  if (typeof additionalProperties === 'object') return html`object of ${typeOf(additionalProperties)}`;
  const known = values ?? (value === undefined ? undefined : [value]);
  if (known)
    return html`${known.map((each, at) => html`${at === 0 ? '' : ' | '}<code>${JSON.stringify(each)}</code>`)}`;
  return html`${[type ?? 'anything'].flat().join(' or ')}${rulesOf(schema)}`;
}

const shownElsewhere = new Set([
  'type',
  'items',
  'properties',
  'required',
  'additionalProperties',
  'allOf',
  'default',
]);

/** The further constraints of a schema, by their JSON Schema names. The pattern of a known format is left out. */
function rulesOf(schema: JsonSchema): Html {
  const all = [schema, ...(schema.allOf ?? [])].flatMap((each) => Object.entries(each));
  const rules = all.filter(
    ([name, value]) =>
      !shownElsewhere.has(name) &&
      !(name === 'pattern' && schema.format !== undefined) &&
      Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER,
  );
  return html`${rules.map(([name, value]) => html` <small>${name} <code>${String(value)}</code></small>`)}`;
}

/** The fields of the objects in a schema. */
function inside(schema: JsonSchema): Html | '' {
  const { properties, required = [], items, anyOf, oneOf, additionalProperties } = schema;
  const some = (anyOf ?? oneOf ?? []).map(inside).filter((each) => each !== '');
  const values = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  const nested = [...(items ? [items] : []), ...values].map(inside).filter((each) => each !== '');
  const own = Object.entries(properties ?? {}).map(([name, each]) => ({
    name,
    schema: each,
    required: required.includes(name),
  }));
  const choices = some.length > 1 ? some.map((each) => html`<div class="choice">${each}</div>`) : some;
  const all = [...(own.length > 0 ? [fields(own)] : []), ...nested, ...choices];
  return all.length > 0 ? html`${all}` : '';
}
