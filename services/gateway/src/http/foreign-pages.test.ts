import fastify, { type InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { refuseForeignPages } from './foreign-pages.ts';

async function ask(headers: Record<string, string>, method: InjectOptions['method'] = 'POST', url = '/things') {
  const app = fastify();
  app.addHook('onRequest', refuseForeignPages);
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.route({ method: ['GET', 'POST', 'PUT'], url: '/*', handler: async () => 'done' });
  const response = await app.inject({ method, url, headers: { host: 'cell:3000', ...headers }, payload: '{}' });
  return response.statusCode === 200;
}

const cookie = { cookie: 'session=1' };
const json = { 'content-type': 'application/json' };
const own = { origin: 'http://cell:3000' };
const stop = '/api/v1/cell/robots/live/stop';

describe('A change that is authorised by a cookie', () => {
  it('must come from a page of this origin, as JSON', async () => {
    expect(await ask({ ...cookie, ...json, ...own })).toBe(true);
    expect(await ask({ ...cookie, ...json, ...own, 'content-type': 'application/merge-patch+json' }, 'PUT')).toBe(true);
  });

  it.each(['application/octet-stream', 'model/stl', 'model/gltf+json'])(
    'may be a file uploaded by a page of this origin: %s',
    async (type) => {
      expect(await ask({ ...cookie, ...own, 'content-type': type })).toBe(true);
      expect(await ask({ ...cookie, origin: 'http://evil.example', 'content-type': type })).toBe(false);
    },
  );

  it.each([
    ['another origin', { ...cookie, ...json, origin: 'http://evil.example' }],
    ['another port', { ...cookie, ...json, origin: 'http://cell:3001' }],
    ['no origin', { ...cookie, ...json }],
    ['a hidden origin', { ...cookie, ...json, origin: 'null' }],
    ['a form', { ...cookie, ...own, 'content-type': 'application/x-www-form-urlencoded' }],
    ['a form of plain text', { ...cookie, ...own, 'content-type': 'text/plain' }],
    ['a form that sends files', { ...cookie, ...own, 'content-type': 'multipart/form-data; boundary=x' }],
    ['no content type', { ...cookie, ...own, 'content-type': '' }],
    ['a form that names a file aside', { ...cookie, ...own, 'content-type': 'text/plain; application/octet-stream' }],
    ['a form that names JSON aside', { ...cookie, ...own, 'content-type': 'text/plain; application/json' }],
  ])('must not come from %s', async (_, headers) => {
    expect(await ask(headers)).toBe(false);
  });

  it('must not come over TLS from a page of plain HTTP at the same name, which anybody in the network can answer', async () => {
    const app = fastify({ trustProxy: true });
    app.addHook('onRequest', refuseForeignPages);
    app.post('/*', async () => 'done');
    const isTaken = async (origin: string, proto: string) => {
      const headers = { host: 'cell', ...cookie, ...json, origin, 'x-forwarded-proto': proto };
      return (await app.inject({ method: 'POST', url: '/things', headers, payload: '{}' })).statusCode === 200;
    };
    expect(await isTaken('http://cell', 'https')).toBe(false);
    expect(await isTaken('https://cell', 'https')).toBe(true);
    // A proxy that is not trusted may have ended the TLS.
    expect(await isTaken('https://cell', 'http')).toBe(true);
  });

  it('can be a stop without an origin or of any type, but not from a page of another origin', async () => {
    expect(await ask({ ...cookie, 'content-type': 'text/plain' }, 'POST', stop)).toBe(true);
    expect(await ask({ ...cookie, ...own, 'content-type': 'text/plain' }, 'POST', stop)).toBe(true);
    expect(await ask({ ...cookie, origin: 'http://evil.example' }, 'POST', stop)).toBe(false);
  });
});

it('A read, or a change with a token in a header, needs no origin', async () => {
  expect(await ask({ ...cookie, origin: 'http://evil.example' }, 'GET')).toBe(true);
  expect(await ask({ ...cookie, ...json, authorization: 'Bearer x' })).toBe(true);
  expect(await ask(json)).toBe(true);
});
