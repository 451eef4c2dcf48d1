import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { errorTable } from '@cellwright/domain';
import fastifyStatic from '@fastify/static';
import fastifySwagger, { type SwaggerTransformObject } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

const description =
  'The API of one robot cell. Send `Authorization: Bearer <token>`; `npm run -s token -- --name NAME` prints a token ' +
  'on the machine that runs the cell. The socket at `/api/v1/routine-runner/{live|simulated}` moves the arm and follows ' +
  'its state: its messages are described in docs/runner-socket.md. A browser button is never a safety-rated emergency stop.';

/** Collects every route into OpenAPI, at `/api/v1/openapi.json`. Register before the routes. */
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
  app.get('/api/v1/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}

const errorAnswer = {
  description: 'What is wrong and what to do',
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

/** Every operation can also answer with the error envelope. */
function addErrorAnswers(document: Parameters<SwaggerTransformObject>[0]) {
  if (!('openapiObject' in document)) return document.swaggerObject;
  const { openapiObject } = document;
  for (const path of Object.values(openapiObject.paths ?? {})) {
    for (const method of ['get', 'post', 'put', 'delete'] as const) {
      const operation = path?.[method];
      if (operation) operation.responses = { ...operation.responses, default: errorAnswer };
    }
  }
  return openapiObject;
}

/** The page to browse the API, at `/`, from files of this machine: a cell works offline. */
export async function installApiPage(app: FastifyInstance): Promise<void> {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const assets = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];
  // Read once at start: a missing asset is found now, not by the first visitor.
  for (const asset of assets) readFileSync(join(folder, asset));
  await app.register(fastifyStatic, { root: folder, serve: false });
  for (const asset of assets) {
    app.get(`/docs/${asset}`, { schema: { hide: true } }, (_request, reply) => reply.sendFile(asset));
  }
  app.get('/docs/start.js', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/javascript').send(startScript),
  );
  app.get('/', { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/html').header('content-security-policy', contentSecurityPolicy).send(page),
  );
}

// The bundle sets inline styles; scripts come from this origin only.
const contentSecurityPolicy =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'; frame-ancestors 'none'";

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
