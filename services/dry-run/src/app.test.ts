import { proveRoutine, testRoutine } from '@cellwright/calls';
import { ProductError } from '@cellwright/domain/basics';
import { EquipmentServiceService } from '@cellwright/proto/equipment';
import { LibraryServiceService } from '@cellwright/proto/library';
import { RunnerServiceService } from '@cellwright/proto/runner';
import { createHealth, createMetrics, silentLogger } from '@cellwright/service-kit';
import { connectCalls } from '@cellwright/service-kit/calls';
import { type GrpcService, startGrpcServer } from '@cellwright/service-kit/grpc';
import { provenCalls } from '@cellwright/service-kit/testing/calls';
import { anyCaller, anyPeers } from '@cellwright/service-kit/testing/peers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build } from './app.ts';
import { fileOf } from './testing/planted-steps.fixture.ts';
import { compileFile, gripperRecord, usualFacts } from './testing/proof.fixture.ts';

const toJson = (value: unknown) => Buffer.from(JSON.stringify(value));
const { program } = compileFile(fileOf({ steps: [{ kind: 'Wait', args: { milliseconds: 3000 } }] }));
const header = {
  ...{ routineId: program.routineID, version: 1, name: program.name, mainLoopStepId: '' },
  ...{ stepCount: program.steps.length, environmentJson: Buffer.alloc(0), problemsJson: Buffer.alloc(0) },
};

/** Answer of the runner for the state of a robot. */
let facts: () => Buffer = () => toJson(usualFacts);
/** Callers and methods, as the peers see them. */
const asked: string[] = [];

type Handler = GrpcService['handlers'][string];
const noted =
  (name: string, handler: Handler): Handler =>
  (request, call) => {
    asked.push(name);
    return handler(request, call);
  };

/** A service of which only some methods are asked. */
function serviceOf({ definition }: Pick<GrpcService, 'definition'>, handlers: GrpcService['handlers']): GrpcService {
  const unused = async () => {
    throw new ProductError('internal_server_error', 'The dry run does not ask this');
  };
  return {
    definition,
    handlers: { ...Object.fromEntries(Object.keys(definition).map((name) => [name, unused])), ...handlers },
  };
}

const peers = [
  serviceOf(
    { definition: LibraryServiceService },
    {
      loadProgram: noted('loadProgram', async function* () {
        yield { part: { $case: 'header', value: header } };
        yield { part: { $case: 'steps', value: { stepsJson: toJson(program.steps) } } };
      }),
    },
  ),
  serviceOf(
    { definition: EquipmentServiceService },
    { listEquipment: noted('listEquipment', async () => ({ recordsJson: [toJson(gripperRecord)], onFlange: [] })) },
  ),
  serviceOf(
    { definition: RunnerServiceService },
    { getRobotFacts: noted('getRobotFacts', async () => ({ factsJson: facts() })) },
  ),
];

const closing: (() => Promise<void>)[] = [];
let calls: ReturnType<typeof provenCalls>;

beforeAll(async () => {
  const server = await startGrpcServer({ callers: anyCaller, services: peers, port: 0, log: silentLogger });
  const addresses = { library: server.address, equipment: server.address, runner: server.address };
  const kit = { log: silentLogger, metrics: createMetrics({ defaults: false }), health: createHealth() };
  const dryRun = build({ ...kit, port: 0, addresses, peers: anyPeers('dry-run') });
  const { address } = await dryRun.start();
  calls = provenCalls(connectCalls('dry-run', { address }));
  closing.push(async () => calls.channel.close());
  closing.push(
    () => dryRun.stop(),
    () => server.close(AbortSignal.abort()),
  );
});
afterAll(async () => {
  for (const close of closing) await close();
});

describe('The service of dry runs', () => {
  it('plays a stored routine with the devices of the cell, from the current state of the robot', async () => {
    const report = await calls.ask(proveRoutine, { id: program.routineID }, { document: toJson({}) });
    expect(report).toMatchObject({ outcome: 'completed', findings: [] });
    expect(report.totals.durationSeconds).toBeCloseTo(3, 0);
    expect(asked.sort()).toEqual(['getRobotFacts', 'listEquipment', 'loadProgram']);
  });

  it('refuses the tests of a routine that has none', async () => {
    await expect(calls.ask(testRoutine, { id: program.routineID, robotKind: 'simulated' })).rejects.toMatchObject({
      code: 'request_failed_validation',
    });
  });

  it('passes on the refusal of a runner that has no robot', async () => {
    facts = () => {
      throw new ProductError('unavailable', 'Another routine runner drives the robots');
    };
    await expect(calls.ask(proveRoutine, { id: program.routineID })).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Another routine runner drives the robots',
    });
  });
});
