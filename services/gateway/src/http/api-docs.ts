import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { errorTable, refuseUnknownFields } from '@cellwright/domain/basics';
import { expressionSchema, expressionUnion, stepSchema } from '@cellwright/domain/routine';
import fastifySwagger, { type SwaggerTransformObject } from '@fastify/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { describeSockets } from './asyncapi.ts';
import { pageSecurityPolicy } from './security-headers.ts';
import { CompressedContent } from './send-bytes.ts';

const description =
  'The API of one robot cell. Send `Authorization: Bearer <token>`; `npm run -s token -- --name NAME` prints a token ' +
  'on the machine that runs the cell. The socket at `/api/v1/routine-runner/{live|simulated}` moves the arm and follows ' +
  'its state: its messages are described at `/api/v1/asyncapi.json`. A browser button is never a safety-rated emergency stop.';

// Steps contain steps: a recursive schema needs a name in the document.
z.globalRegistry.add(stepSchema, { id: 'Step', description: 'A step of a routine, with the steps below it' });
// The depth of the input is checked first; then the schema is the same.
z.globalRegistry.add(expressionSchema, { anyOf: [{ $ref: '#/components/schemas/Expression' }] });
z.globalRegistry.add(expressionUnion, { id: 'Expression', description: 'A value, or a condition over values' });
z.globalRegistry.add(refuseUnknownFields(expressionSchema), {
  anyOf: [{ $ref: '#/components/schemas/SentExpression' }],
});
z.globalRegistry.add(refuseUnknownFields(expressionUnion), {
  id: 'SentExpression',
  description: 'An Expression without other fields',
});

/**
 * Collects every route into OpenAPI, at `/api/v1/openapi.json`, beside the sockets at `/api/v1/asyncapi.json`. Register
 * before the routes.
 */
export async function installOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Cellwright', version: '1', description },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{ token: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: addErrorAnswers,
  });
  // Routes do not change after listening: the description is written once.
  const content = new CompressedContent(() => Buffer.from(JSON.stringify(app.swagger())), {
    type: 'application/json; charset=utf-8',
    cacheControl: 'no-cache',
  });
  app.get('/api/v1/openapi.json', { schema: { hide: true } }, (request, reply) => content.send(request, reply));
  const sockets = new CompressedContent(() => Buffer.from(JSON.stringify(describeSockets())), {
    type: 'application/json; charset=utf-8',
    cacheControl: 'no-cache',
  });
  app.get('/api/v1/asyncapi.json', { schema: { hide: true } }, (request, reply) => sockets.send(request, reply));
}

const errorAnswer = {
  description: 'Description of the problem and its solution',
  content: {
    'application/json': {
      schema: {
        type: 'object' as const,
        required: ['error', 'message'],
        properties: {
          error: { type: 'string' as const, enum: Object.keys(errorTable) },
          message: { type: 'string' as const },
          details: {},
        },
      },
    },
  },
};

/** Adds the error envelope to every operation. */
function addErrorAnswers(document: Parameters<SwaggerTransformObject>[0]) {
  if (!('openapiObject' in document)) return document.swaggerObject;
  const openapiObject = jsonSchemaTransformObject(document);
  if (!('paths' in openapiObject)) return openapiObject;
  for (const path of Object.values(openapiObject.paths ?? {})) {
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      const operation = path?.[method];
      if (operation) operation.responses = { ...operation.responses, default: errorAnswer };
    }
  }
  return openapiObject;
}

/**
 * Serves the page to browse the API at `/docs`, and at `/` if there is no other page; from local files: a cell works
 * offline.
 */
export function installApiPage(app: FastifyInstance, isAtRoot: boolean): void {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const assets = {
    'swagger-ui.css': 'text/css; charset=utf-8',
    'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
    'favicon-32x32.png': 'image/png',
  };
  for (const [name, type] of Object.entries(assets)) {
    // Read once at the start: a missing asset is found now, and requests need no file access.
    const bytes = readFileSync(join(folder, name));
    const asset = new CompressedContent(() => bytes, { type, cacheControl: 'public, max-age=3600' });
    app.get(`/docs/${name}`, { schema: { hide: true } }, (request, reply) => asset.send(request, reply));
  }
  const script = new CompressedContent(() => Buffer.from(startScript), { type: 'text/javascript' });
  app.get('/docs/start.js', { schema: { hide: true } }, (request, reply) => script.send(request, reply));
  const html = new CompressedContent(() => Buffer.from(page), { type: 'text/html' });
  const sendPage = (request: FastifyRequest, reply: FastifyReply) =>
    html.send(request, reply.header('content-security-policy', pageSecurityPolicy));
  app.get('/docs', { schema: { hide: true } }, sendPage);
  if (isAtRoot) app.get('/', { schema: { hide: true } }, sendPage);
}

const startScript =
  "window.ui = SwaggerUIBundle({ url: '/api/v1/openapi.json', dom_id: '#api', deepLinking: true, tryItOutEnabled: true, persistAuthorization: false });\n";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cellwright API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;
