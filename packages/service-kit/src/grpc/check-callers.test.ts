import { IdentityServiceService } from '@cellwright/proto/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCallerGate, fixedSecret } from '../callers/index.ts';
import { createHealth } from '../health.ts';
import { silentLogger } from '../logger.ts';
import { createGrpcClient, type GrpcClient, type GrpcServer, grpcService, startGrpcServer } from './index.ts';

const secret = 'a secret of the gateway and identity';
const handled: string[] = [];
let server: GrpcServer;
const clients: GrpcClient<typeof IdentityServiceService>[] = [];

beforeAll(async () => {
  const note = (caller: string) => handled.push(caller);
  const service = grpcService(IdentityServiceService, {
    followAccess: async function* (_request, { caller }) {
      note(caller);
      yield IdentityServiceService.followAccess.responseDeserialize(Buffer.alloc(0));
    },
    reportUse: async (_request, { caller, metadata }) => {
      note(`${caller} ${metadata.get('cellwright-proof').length}`);
      return {};
    },
    checkPassword: () => Promise.reject(new Error('not in this test')),
  });
  const secrets = new Map([
    ['gateway', fixedSecret(secret)],
    ['equipment', fixedSecret(secret)],
  ] as const);
  const callers = createCallerGate({ callee: 'identity', secrets, log: silentLogger });
  server = await startGrpcServer({ services: [service], port: 0, callers, log: silentLogger, health: createHealth() });
});
afterAll(async () => {
  for (const { channel } of clients) channel.close();
  await server.close();
});

function connect(proof?: { caller: 'gateway' | 'equipment'; secret: string }) {
  const client = createGrpcClient(IdentityServiceService, server.address, { proof });
  clients.push(client);
  return client;
}

const request = { uses: [] };

describe('checkCallers', () => {
  it('passes the verified caller to the handler, without its secret', async () => {
    handled.length = 0;
    await connect({ caller: 'gateway', secret }).reportUse(request);
    expect(handled).toEqual(['gateway 0']);
  });

  it.each([
    ['no proof', undefined, 'UNAUTHENTICATED'],
    ['a wrong secret', { caller: 'gateway', secret: 'b'.repeat(36) } as const, 'UNAUTHENTICATED'],
    ['a method of another service', { caller: 'equipment', secret } as const, 'PERMISSION_DENIED'],
  ])('refuses unary calls and streams with %s before a handler runs', async (_, proof, grpcStatus) => {
    handled.length = 0;
    const client = connect(proof);
    // A mistake of the cell, not of the user: no code that would sign them out.
    const refusal = { code: 'internal_server_error', details: { grpcStatus } };
    await expect(client.reportUse(request)).rejects.toMatchObject(refusal);
    const follow = async () => {
      for await (const _each of client.followAccess({})) handled.push('reply');
    };
    await expect(follow()).rejects.toMatchObject(refusal);
    expect(handled).toEqual([]);
  });
});
