// One server of the benchmark of the robot API. Usage: robot-api-read-server.ts runner|product|relay [runner's address]
import { RobotKind } from '@cellwright/proto/common';
import { RunnerServiceService } from '@cellwright/proto/runner';
import { silentLogger } from '@cellwright/service-kit';
import { createGrpcClient, grpcService, startGrpcServer } from '@cellwright/service-kit/grpc';
import { anyCaller } from '@cellwright/service-kit/testing/peers';
import fastify from 'fastify';
import { startFakeServices, startGatewayBench } from '../../services/gateway/src/testing/gateway-bench.fixture.ts';

const [role = '', runner = ''] = process.argv.slice(2);
const pose = { x: 0, y: 0.35, z: 1.46, i: 0, j: 0, k: 0, w: 1 };
const position = { jointAngles: [0, 0, 0, 0, 0, 0], pose, wristPose: pose };
const answer = { positionJson: Buffer.from(JSON.stringify(position)) };
const limits = { DOOR_TOKEN_BURST: 1e9, DOOR_TOKEN_PER_SECOND: 1e9, DOOR_OPEN_BURST: 1e9, DOOR_OPEN_PER_SECOND: 1e9 };

const roles: Record<string, () => Promise<string>> = {
  async runner() {
    const unused = () => Promise.reject(new Error('not in this benchmark'));
    const service = grpcService(RunnerServiceService, {
      getPosition: async () => answer,
      send: unused,
      commandByLine: unused,
      commandByUpdate: unused,
      holdPlays: unused,
      releasePlays: unused,
      stop: unused,
      getSnapshot: unused,
      getStateSeq: unused,
      endSession: unused,
      listRecording: unused,
      getRecording: unused,
      changeScene: unused,
      async *followPorts() {},
      setPorts: unused,
      forcePorts: unused,
      reportSpace: unused,
      takeSpace: unused,
      getView: unused,
      getRobotFacts: unused,
    });
    return (await startGrpcServer({ callers: anyCaller, services: [service], port: 0, log: silentLogger })).address;
  },
  async product() {
    const { addresses, identity } = await startFakeServices();
    identity.thaw();
    const { url } = await startGatewayBench({ addresses: { ...addresses, runner }, limits });
    return url;
  },
  relay() {
    const client = createGrpcClient(RunnerServiceService, runner);
    const app = fastify();
    app.get('/*', async (_request, reply) => {
      const { positionJson } = await client.getPosition({ robotKind: RobotKind.ROBOT_KIND_SIMULATED });
      return reply.type('application/json').send(positionJson);
    });
    return app.listen({ host: '127.0.0.1', port: 0 });
  },
};

process.send?.(await roles[role]?.());
