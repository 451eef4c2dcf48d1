import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Asset, type AssetBody, readAssetFolder, readInPieces } from './asset-folder.ts';
import type { Fallback } from './errors.ts';
import { pageSecurityPolicyFor, type StopPorts } from './security-headers.ts';
import { acceptedEncodings, hasAlready } from './send-bytes.ts';

const forEver = 'public, max-age=31536000, immutable';
/** Addresses of the API; every other unknown address is a page of the app. */
const apiPath = /^\/+(?:api|health|metrics|docs|trust)(?:[/?]|$)/;

/**
 * Serves the built web app: hashed files are cached forever, others are revalidated, and every address that is no file
 * gets the page (the app's router handles those). Undefined if the folder does not exist.
 */
export async function serveAssets(folder: string, stopPorts: StopPorts = {}): Promise<Fallback | undefined> {
  const assets = await readAssetFolder(folder);
  const page = assets?.get('/index.html');
  if (!assets || !page) return undefined;
  const sendAsset = (request: FastifyRequest, reply: FastifyReply, asset: Asset): void => {
    void reply.header('content-security-policy', pageSecurityPolicyFor(request, stopPorts));
    sendBody(request, reply, asset);
  };
  return (request, reply) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || apiPath.test(request.url)) return false;
    const path = decodePath(request.url);
    if (path === undefined) return false;
    const asset = assets.get(path === '/' ? '/index.html' : path);
    if (asset) sendAsset(request, reply, asset);
    // A path with a file extension is a missing file; all others may be a page of the app.
    else if (path.slice(path.lastIndexOf('/')).includes('.')) return false;
    else sendAsset(request, reply, page);
    return true;
  };
}

function sendBody(request: FastifyRequest, reply: FastifyReply, { type, isHashed, bodies }: Asset): void {
  const body = chooseBody(bodies, acceptedEncodings(request));
  if (!body) return void reply.status(404).send();
  void reply
    .status(200)
    .header('etag', body.etag)
    .header('cache-control', isHashed ? forEver : 'no-cache');
  void reply.header('vary', 'accept-encoding');
  if (hasAlready(request, body.etag)) return void reply.status(304).send();
  if (body.encoding) void reply.header('content-encoding', body.encoding);
  void reply.type(type).header('content-length', body.size);
  if (request.method === 'HEAD') return void reply.send();
  void reply.send(body.bytes ?? Readable.from(readInPieces(body), { objectMode: false }));
}

function chooseBody(bodies: readonly AssetBody[], accepted: ReadonlySet<string>): AssetBody | undefined {
  return bodies.find(({ encoding }) => encoding === undefined || accepted.has(encoding));
}

function decodePath(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split('?')[0] ?? '/');
  } catch {
    return undefined;
  }
}
