import { ProductError, refuseUnknownFields } from '@cellwright/domain/basics';
import { problemsOf } from '@cellwright/domain/routine';
import type { FastifyInstance, RouteOptions } from 'fastify';
import * as z from 'zod';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the route ignores unknown query parameters: for stops and sign-ins, which never fail because of one. */
    acceptsUnknownQuery?: boolean;
  }
}

/**
 * Makes the routes of a scope refuse unknown query parameters by name, because a misspelled one would have no effect
 * without a word. Register before the routes.
 */
export function refuseUnknownQuery(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    if (route.config?.acceptsUnknownQuery) return;
    const querystring = route.schema?.querystring;
    if (querystring instanceof z.ZodObject)
      route.schema = { ...route.schema, querystring: refuseUnknownFields(querystring) };
    else if (querystring === undefined) route.preValidation = [refuseAnyQuery, ...hooksOf(route)];
  });
}

function hooksOf({ preValidation }: RouteOptions) {
  if (preValidation === undefined) return [];
  return Array.isArray(preValidation) ? preValidation : [preValidation];
}

async function refuseAnyQuery({ query }: { readonly query: unknown }): Promise<void> {
  requireNoFields(query);
}

const noFields = z.strictObject({});

/** @throws ProductError request_failed_validation for an object with any field. */
export function requireNoFields(value: unknown): void {
  const { error } = noFields.safeParse(value ?? {});
  if (!error) return;
  const problems = problemsOf(error);
  throw new ProductError('request_failed_validation', problems[0]?.message ?? 'Remove the fields', { problems });
}
