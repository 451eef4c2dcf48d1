import * as z from 'zod';
import { type Components, type JsonSchema, jsonSchema } from './schema.ts';

export interface OpenApi {
  readonly operations: readonly Operation[];
  readonly components: Components;
  /** The unparsed document, for a validator. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** One method at one path. */
export interface Operation {
  /** `PATCH /api/v1/cell/variables/{id}` */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | undefined;
  /** By status or `default`: pointers to the schemas of the media types; empty without content. */
  readonly responses: Readonly<Record<string, readonly Content[]>>;
}

export interface Parameter {
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export interface Content {
  readonly type: string;
  readonly schema: unknown;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

const contentSchema = z.record(z.string(), z.object({ schema: z.unknown().optional() }));
const operationSchema = z.object({
  parameters: z
    .array(
      z.object({
        in: z.enum(['path', 'query', 'header', 'cookie']),
        name: z.string(),
        required: z.boolean().default(false),
        schema: jsonSchema.default({}),
      }),
    )
    .default([]),
  requestBody: z.object({ content: contentSchema }).optional(),
  responses: z.record(z.string(), z.object({ content: contentSchema.optional() })),
});
const documentSchema = z.object({
  paths: z.record(z.string(), z.partialRecord(z.enum(methods), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), jsonSchema).default({}) }).default({ schemas: {} }),
});

/** Reads an OpenAPI document. @throws ZodError when it is invalid. */
export function readOpenApi(document: unknown): OpenApi {
  const { paths, components } = documentSchema.parse(document);
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [operationOf(method.toUpperCase(), path, operation)] : [];
    }),
  );
  const named = Object.entries(components.schemas);
  return {
    operations,
    components: new Map(named.map(([name, schema]) => [`#/components/schemas/${name}`, schema])),
    raw: z.record(z.string(), z.unknown()).parse(document),
  };
}

function operationOf(
  method: string,
  path: string,
  { parameters, requestBody, responses }: z.infer<typeof operationSchema>,
): Operation {
  const [body] = Object.values(requestBody?.content ?? {});
  const contentOf = (content: z.infer<typeof contentSchema> = {}) =>
    Object.entries(content).map(([type, { schema }]) => ({ type, schema }));
  return {
    name: `${method} ${path}`,
    method,
    path,
    parameters,
    body: body && jsonSchema.parse(body.schema),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, { content }]) => [status, contentOf(content)]),
    ),
  };
}
