import type { X509Certificate } from 'node:crypto';
import { ProductError } from '@cellwright/domain/basics';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { isSecure } from '../http/session-cookie.ts';
import { type Listening, secureURLFor, trustURLFor } from '../http/trust/addresses.ts';
import { renderAppleProfile } from '../http/trust/apple-profile.ts';
import { renderTrustPage, trustPagePolicy } from '../http/trust/page.ts';
import { trustLanguageFor } from '../http/trust/texts.ts';

export interface TrustRouteDeps {
  /** Undefined for a certificate that the operator installed, and without one. */
  readonly authority: X509Certificate | undefined;
  readonly listening: Listening;
}

const querySchema = z.object({ lang: z.string().max(16).optional() });
const hidden = { hide: true };

/** Registers `/trust`: instructions for a device to trust the cell, before sign-in. */
export async function trustRoutes(instance: FastifyInstance, { authority, listening }: TrustRouteDeps): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.get('/trust', { schema: { ...hidden, querystring: querySchema } }, async (request, reply) => {
    const seen = { isSecure: isSecure(request), hostHeader: request.headers.host };
    const url = trustURLFor(listening, seen);
    const page = renderTrustPage({
      language: trustLanguageFor(request.query.lang, request.headers['accept-language']),
      authority,
      secureURL: secureURLFor(listening, seen),
      shared: url === undefined ? undefined : { url, svg: await renderQR(url) },
    });
    return reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': trustPagePolicy, 'cache-control': 'no-store', vary: 'accept-language' })
      .send(page);
  });
  app.get('/trust/ca.crt', { schema: hidden }, async (request, reply) =>
    reply
      .type('application/x-x509-ca-cert')
      .headers(asFile('cellwright-ca.crt'))
      .send(requireAuthority(authority, request).toString()),
  );
  app.get('/trust/ca.mobileconfig', { schema: hidden }, async (request, reply) =>
    reply
      .type('application/x-apple-aspen-config')
      .headers(asFile('cellwright-ca.mobileconfig'))
      .send(renderAppleProfile(requireAuthority(authority, request))),
  );
}

/** The library is loaded with the first page. */
async function renderQR(text: string): Promise<string> {
  const { renderSVG } = await import('uqr');
  return renderSVG(text, { border: 2 });
}

function asFile(name: string) {
  return { 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'no-store' };
}

function requireAuthority(authority: X509Certificate | undefined, { url }: FastifyRequest): X509Certificate {
  if (authority) return authority;
  throw new ProductError(
    'not_found',
    `${url} does not exist: this cell has no certificate authority of its own. Ask its operator`,
  );
}
