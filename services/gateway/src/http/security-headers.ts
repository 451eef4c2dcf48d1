import type { FastifyInstance, FastifyRequest } from 'fastify';

/** On every answer: not shown in a frame, not taken for another type, of no use to a page of another origin. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // Answers that are no page may load nothing.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** On every answer of the API: they are not for a cache that others read. */
export const apiHeaders = { ...securityHeaders, 'cache-control': 'no-store' } as const;

/** Ports on which a process of its own takes stops. */
export interface StopPorts {
  readonly port?: number | undefined;
  readonly httpsPort?: number | undefined;
}

/** What a page of ours may load: from this origin only. Component libraries set inline styles. */
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

/** The same; the page may send stops to the stop listener, too, under the name by which it was opened. */
export function pageSecurityPolicyFor({ protocol, hostname }: FastifyRequest, ports: StopPorts): string {
  const port = protocol === 'https' ? ports.httpsPort : ports.port;
  if (port === undefined || !/^[\w.:[\]-]+$/.test(hostname)) return pageSecurityPolicy;
  return pagePolicy
    .map((each) => (each.startsWith('connect-src') ? `${each} ${protocol}://${hostname}:${port}` : each))
    .join('; ');
}

/** First, so that what answers may say something else. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.url.startsWith('/api/') ? apiHeaders : securityHeaders);
    done();
  });
}
