import * as z from 'zod/mini';
import { loginCall, logoutCall, registerCall } from './auth.ts';
import { type Call, webAppBase } from './call.ts';
import { type ProblemCode, problemBody, problemMediaType, problemStatus } from './problems.ts';
import { profileCall } from './profile.ts';
import { holdsCall, walletCall } from './wallet.ts';

/** Every call of the web app, by its operation id. */
export const webAppCalls = {
  register: registerCall,
  login: loginCall,
  logout: logoutCall,
  profile: profileCall,
  wallet: walletCall,
  holds: holdsCall,
} as const satisfies Record<string, Call>;

const problemsOfEveryCall: readonly ProblemCode[] = ['INTERNAL', 'UNAVAILABLE'];
const problemsOfEveryBody: readonly ProblemCode[] = [
  'MALFORMED_REQUEST',
  'PAYLOAD_TOO_LARGE',
  'MEDIA_TYPE',
  'VALIDATION_FAILED',
];

/** The day does not show in a JSON Schema: ages are checked, not described. */
const anyDay = '2000-01-01';

/** The calls as an OpenAPI 3.1 document (plain JSON data). */
export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, call] of Object.entries(webAppCalls)) {
    paths[`${webAppBase}${call.path}`] ??= {};
    Object.assign(paths[`${webAppBase}${call.path}`] ?? {}, {
      [call.method.toLowerCase()]: operation(operationId, call),
    });
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Zesto web app API', version: '1.0.0' },
    paths,
    components: {
      schemas: { Problem: jsonSchema(problemBody, 'output') },
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function operation(operationId: string, call: Call) {
  return {
    operationId,
    summary: call.summary,
    ...(call.access === 'session' ? { security: [{ session: [] }] } : {}),
    ...(call.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: jsonSchema(call.body(anyDay), 'input') } },
          },
        }
      : {}),
    responses: { [call.status]: success(call), ...refusals(call) },
  };
}

function success(call: Call) {
  const description = call.summary;
  if (!call.answer) return { description };
  return { description, content: { 'application/json': { schema: jsonSchema(call.answer, 'output') } } };
}

function refusals(call: Call) {
  const codes = new Set<ProblemCode>([
    ...call.problems,
    ...(call.access === 'session' ? (['UNAUTHENTICATED'] as const) : []),
    ...(call.body ? problemsOfEveryBody : []),
    ...problemsOfEveryCall,
  ]);
  const byStatus: Record<string, unknown> = {};
  for (const status of new Set([...codes].map((code) => problemStatus[code]))) {
    const names = [...codes].filter((code) => problemStatus[code] === status);
    byStatus[status] = {
      description: names.join(', '),
      content: { [problemMediaType]: { schema: { $ref: '#/components/schemas/Problem' } } },
    };
  }
  return byStatus;
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
