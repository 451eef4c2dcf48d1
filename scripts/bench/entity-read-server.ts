// One server of the benchmark of entity reads. Usage: entity-read-server.ts owner|product|replica|hello|relay [owner's address]
import { entities } from '@cellwright/entities';
import { EntityServiceService } from '@cellwright/proto/entity';
import { silentLogger } from '@cellwright/service-kit';
import { createGrpcClient, grpcService, startGrpcServer } from '@cellwright/service-kit/grpc';
import { anyCaller } from '@cellwright/service-kit/testing/peers';
import fastify from 'fastify';
import { startFakeServices, startGatewayBench } from '../../services/gateway/src/testing/gateway-bench.fixture.ts';

const [role = '', owner = ''] = process.argv.slice(2);
const document = { id: 'variable_1', name: 'speed', initialValue: 1, isGlobal: true, version: 1, updatedByName: 'Ada' };
const answer = { id: document.id, version: 1, json: Buffer.from(JSON.stringify(document)) };
const limits = { DOOR_TOKEN_BURST: 1e9, DOOR_TOKEN_PER_SECOND: 1e9, DOOR_OPEN_BURST: 1e9, DOOR_OPEN_PER_SECOND: 1e9 };

const roles: Record<string, () => Promise<string>> = {
  async owner() {
    const unused = () => Promise.reject(new Error('not in this benchmark'));
    const service = grpcService(EntityServiceService, {
      getEntity: async () => ({ document: answer }),
      findEntities: async () => ({ items: [answer], total: 1, revision: 1 }),
      createEntity: unused,
      saveEntity: unused,
      removeEntity: unused,
      restoreEntity: unused,
      listEntityVersions: unused,
      listEntityUses: unused,
    });
    return (await startGrpcServer({ callers: anyCaller, services: [service], port: 0, log: silentLogger })).address;
  },
  product: startProduct,
  replica() {
    Object.assign(entities.globalVariables, { isReplicated: true });
    return startProduct();
  },
  hello() {
    const app = fastify();
    app.get('/*', async () => ({ hello: 'world' }));
    return app.listen({ host: '127.0.0.1', port: 0 });
  },
  relay() {
    const client = createGrpcClient(EntityServiceService, owner);
    const app = fastify();
    app.get('/*', async (_request, reply) => {
      const request = { entity: 'globalVariables', id: document.id, version: 0, caller: undefined };
      const { document: found } = await client.getEntity(request);
      return reply.type('application/json').send(found?.json);
    });
    return app.listen({ host: '127.0.0.1', port: 0 });
  },
};

async function startProduct(): Promise<string> {
  const { addresses, identity } = await startFakeServices();
  identity.thaw();
  const { url } = await startGatewayBench({ addresses: { ...addresses, library: owner }, limits });
  return url;
}

process.send?.(await roles[role]?.());
