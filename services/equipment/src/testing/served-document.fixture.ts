import { EntityServiceService } from '@cellwright/proto/entity';
import { silentLogger } from '@cellwright/service-kit';
import { grpcService, startGrpcServer } from '@cellwright/service-kit/grpc';
import { anyCaller } from '@cellwright/service-kit/testing/peers';

const unused = () => Promise.reject(new Error('not in this test'));

/** Starts a service that stores one document, which is read again for each request. */
export async function serveDocument(entity: string, read: () => unknown) {
  const service = grpcService(EntityServiceService, {
    getEntity: async ({ entity: asked, id }) => {
      if (asked !== entity) throw new Error(`asked for ${asked}`);
      return { document: { id, version: 1, json: Buffer.from(JSON.stringify(read())) } };
    },
    findEntities: unused,
    createEntity: unused,
    saveEntity: unused,
    removeEntity: unused,
    restoreEntity: unused,
    listEntityVersions: unused,
    listEntityUses: unused,
  });
  const server = await startGrpcServer({ callers: anyCaller, port: 0, services: [service], log: silentLogger });
  return { address: server.address, close: () => server.close(AbortSignal.abort()) };
}
