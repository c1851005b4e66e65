import * as z from 'zod/mini';
import { type Call, deviceProofHeader, keyHeader, webAppBase } from './call.ts';
import { exampleOf, exampleParameters } from './openApiExamples.ts';
import { schemaNames, tags } from './openApiNames.ts';
import { type ProblemCode, problemMediaType, problemStatus } from './problems.ts';
import { webAppCalls } from './webAppCalls.ts';

/** The parts of JSON Schema that the document uses (OpenAPI 3.1, section 4.8.24). */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
}

interface Content {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example?: string;
}

interface Answer {
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

/** OpenAPI 3.1, as plain JSON data. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string };
  readonly tags: readonly { readonly name: string }[];
  /** By path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, { readonly type: 'http'; readonly scheme: 'bearer' }>>;
  };
}

const problemsOfEveryCall: readonly ProblemCode[] = ['INTERNAL', 'UNAVAILABLE'];
const problemsOfEveryBody: readonly ProblemCode[] = [
  'MALFORMED_REQUEST',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'MEDIA_TYPE',
  'VALIDATION_FAILED',
];

const problemsOfEveryUpload: readonly ProblemCode[] = [
  'MALFORMED_REQUEST',
  'REQUEST_TIMEOUT',
  'MEDIA_TYPE',
  'VALIDATION_FAILED',
  'FILE_TOO_LARGE',
  'FILE_TYPE',
  'RATE_LIMITED',
];

const problemsOfEveryKey: readonly ProblemCode[] = [
  'MALFORMED_REQUEST',
  'IDEMPOTENCY_IN_FLIGHT',
  'IDEMPOTENCY_MISMATCH',
  'RATE_LIMITED',
];

/** The day does not appear in a JSON Schema, because ages are checked and not described. */
const anyDay = '2000-01-01';

/** The document of the web app's calls, or of those of another base. Schemas have the names of `schemaNames`; a JSON body is named after its call. */
export function openApiDocument(
  calls: Readonly<Record<string, Call>> = webAppCalls,
  base: string = webAppBase,
): OpenApiDocument {
  const schemas: Record<string, JsonSchema> = {};
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const [operationId, call] of Object.entries(calls)) {
    const path = `${base}${call.path}`;
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: operation(operationId, call, schemas),
    };
  }
  named(schemaNames.Problem, schemas);
  const used = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((each) => each.tags));
  return {
    openapi: '3.1.0',
    info: { title: 'Zesto web app API', version: '1.0.0' },
    tags: [...new Set(used)].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1)),
      ),
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    },
  };
}

type Schemas = Record<string, JsonSchema>;

function operation(operationId: string, call: Call, schemas: Schemas): OpenApiOperation {
  return {
    operationId,
    tags: [tags[call.path.split('/')[1] ?? ''] ?? 'Operator'],
    summary: call.summary,
    ...(call.access === 'session' ? { security: [{ session: [] }] } : {}),
    ...parametersOf(call),
    ...(call.body || call.upload
      ? { requestBody: { required: true, content: contentOf(operationId, call, schemas) } }
      : {}),
    responses: { [call.status]: success(call, schemas), ...refusals(call) },
  };
}

function contentOf(
  operationId: string,
  { body, upload }: Call,
  schemas: Schemas,
): Readonly<Record<string, Content>> {
  const schema = inputSchema(body ? body(anyDay) : z.strictObject({}));
  if (!upload) {
    const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Request`;
    schemas[name] = schema;
    return { 'application/json': { schema: referTo(name), example: exampleOf(schema, schemas, name) } };
  }
  const { field, maximum, types } = upload;
  const withFile = {
    ...schema,
    properties: { ...schema.properties, [field]: { type: 'string', format: 'binary', maxLength: maximum } },
    required: [...(schema.required ?? []), field],
  };
  return {
    'multipart/form-data': { schema: withFile, encoding: { [field]: { contentType: types.join(', ') } } },
  };
}

function parametersOf(call: Call): { parameters?: readonly Parameter[] } {
  const inPath = call.params ? Object.entries(inputSchema(call.params).properties ?? {}) : [];
  const inSearch = call.search ? Object.entries(inputSchema(call.search).properties ?? {}) : [];
  const example = (name: string) => {
    const shown = exampleParameters[name];
    return shown === undefined ? {} : { example: shown };
  };
  const parameters: Parameter[] = [
    ...inPath.map(([name, schema]) => ({
      name,
      in: 'path' as const,
      required: true,
      schema,
      ...example(name),
    })),
    ...inSearch.map(([name, schema]) => ({ name, in: 'query' as const, required: false, schema })),
    ...(call.idempotent
      ? [
          {
            name: keyHeader,
            in: 'header' as const,
            required: true,
            schema: { type: 'string', format: 'uuid' },
            ...example('key'),
          },
        ]
      : []),
    ...(call.movesMoney
      ? [
          {
            name: deviceProofHeader,
            in: 'header' as const,
            required: false,
            schema: { type: 'string', pattern: '^\\d{1,16}\\.[\\w-]{86}$' },
          },
        ]
      : []),
  ];
  return parameters.length > 0 ? { parameters } : {};
}

function success(call: Call, schemas: Schemas): Answer {
  const description = call.summary;
  const binary = { schema: { type: 'string', format: 'binary' } };
  if (call.file === 'application/pdf') return { description, content: { [call.file]: binary } };
  if (call.file) return { description, content: { [call.file]: { schema: { type: 'string' } } } };
  if (call.download) {
    return { description, content: Object.fromEntries(call.download.map((type) => [type, binary])) };
  }
  if (!call.answer) return { description };
  const schema = named(call.answer, schemas);
  return { description, content: { 'application/json': { schema, example: exampleOf(schema, schemas) } } };
}

function refusals(call: Call): Readonly<Record<string, Answer>> {
  const codes = new Set<ProblemCode>([
    ...call.problems,
    ...(call.access === 'session' ? (['UNAUTHENTICATED'] as const) : []),
    ...(call.access === 'operator' ? (['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED'] as const) : []),
    ...(call.body && !call.upload ? problemsOfEveryBody : []),
    ...(call.upload ? problemsOfEveryUpload : []),
    ...(call.search ? (['VALIDATION_FAILED'] as const) : []),
    ...(call.idempotent ? problemsOfEveryKey : []),
    ...problemsOfEveryCall,
  ]);
  const byStatus: Record<string, Answer> = {};
  for (const status of new Set([...codes].map((code) => problemStatus[code]))) {
    const names = [...codes].filter((code) => problemStatus[code] === status);
    byStatus[status] = {
      description: names.join(', '),
      content: { [problemMediaType]: { schema: referTo('Problem') } },
    };
  }
  return byStatus;
}

const referTo = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

function inputSchema(schema: z.core.$ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return asDocument(rest);
}

const registeredNames = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(schemaNames)) registeredNames.add(schema, { id });

/** The schema of an answer: named schemas in it are added to `schemas` and referred to. */
function named(schema: z.core.$ZodType, schemas: Schemas): JsonSchema {
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    metadata: registeredNames,
  });
  for (const [name, each] of Object.entries($defs)) schemas[name] = asDocument(each);
  return asDocument(rest);
}

/** The same, with references into the document instead of into the schema. */
function asDocument(schema: unknown): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'));
}
