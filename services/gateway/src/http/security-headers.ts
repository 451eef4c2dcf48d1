import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Headers of every response: no framing, no type sniffing, no use by a page of another origin. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // Responses that are no page may load nothing.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Headers of every API response, which shared caches must not store. */
export const apiHeaders = { ...securityHeaders, 'cache-control': 'no-store' } as const;

/** Ports on which a separate process accepts stops. */
export interface StopPorts {
  readonly port?: number | undefined;
  readonly httpsPort?: number | undefined;
}

/** Sources that a page of the product may load: this origin only. Component libraries set inline styles. */
const pagePolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];
export const pageSecurityPolicy = pagePolicy.join('; ');

/** Returns the page policy that also allows stops to the stop listener, by the host name of the request. */
export function pageSecurityPolicyFor({ protocol, hostname }: FastifyRequest, ports: StopPorts): string {
  const port = protocol === 'https' ? ports.httpsPort : ports.port;
  if (port === undefined || !/^[\w.:[\]-]+$/.test(hostname)) return pageSecurityPolicy;
  return pagePolicy
    .map((each) => (each.startsWith('connect-src') ? `${each} ${protocol}://${hostname}:${port}` : each))
    .join('; ');
}

/** Registered first, so that responses may override it. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? apiHeaders : securityHeaders);
    done();
  });
}
