import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { assemblySizes, inputParts, writePart } from '@cellwright/domain/robot';
import { VirtualClock } from '@cellwright/testkit';
import { type ClientSession, makeBrowsePath, UserTokenType } from 'node-opcua-client';
import { DataType, VariantArrayType } from 'node-opcua-variant';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ada,
  boolean,
  byte,
  emptyReadings,
  type OpcUABench,
  readVariable,
  startOpcUABench,
  writeVariable,
} from './opcua-bench.fixture.ts';

const patienceMS = 120_000;
let bench: OpcUABench;
let session: ClientSession;
const clock = new VirtualClock();
beforeAll(async () => {
  bench = await startOpcUABench({}, clock);
}, patienceMS);
afterAll(() => bench?.close(), patienceMS);
beforeEach(() => {
  bench.recorded.writes.length = 0;
  bench.recorded.answer = 'accepted';
  bench.server.show(emptyReadings);
});

async function signIn(): Promise<ClientSession> {
  const client = await bench.connect();
  session = await client.createSession(ada);
  return session;
}
afterEach(async () => {
  await session?.close().catch(() => undefined);
});

const robot = {
  ...{ jointDegrees: [1, 2, 3, 4, 5, 6], speedOverride: 30, isInControl: true, payloadKg: 2.5, operationalMode: 3 },
  ...{ isEmergencyStopped: false, isProtectiveStopped: false, programName: 'Pick', isProgramLoaded: true },
  ...{ executionMode: 1, userName: 'Ada' },
};

/** Reads a value of the robot by the names of the companion specification. */
async function readRobot(reader: ClientSession, path: string) {
  return reader.readVariableValue(await findRobotNode(reader, path));
}

/** Returns the id of a node of the robot by the names of the companion specification. */
async function findRobotNode(reader: ClientSession, path: string): Promise<string> {
  const namespaces = await reader.readNamespaceArray();
  const find = (uri: string) => String(namespaces.findIndex((each) => each.endsWith(uri)));
  const full = path.replaceAll('di:', `${find('/DI/')}:`).replaceAll('r:', `${find('/Robotics/')}:`);
  const { targets } = await reader.translateBrowsePath(makeBrowsePath('RootFolder', `/Objects${full}`));
  const nodeId = targets?.[0]?.targetId;
  if (!nodeId) throw new Error(`there is no ${full}`);
  return nodeId.toString();
}
const ownRobot = '/di:DeviceSet/1:Robot';
const armOf = `${ownRobot}/r:MotionDevices/1:Arm`;
const safetyOf = `${ownRobot}/r:SafetyStates/1:SafetyState/di:ParameterSet`;

describe('OPC UA server', () => {
  it(
    'offers signed and encrypted channels alone, and no session on another',
    async () => {
      const client = await bench.connect('discovery', 'open');
      const endpoints = await client.getEndpoints();
      const offered = endpoints.filter(({ userIdentityTokens }) => (userIdentityTokens ?? []).length > 0);
      expect(new Set(offered.map(({ securityPolicyUri }) => securityPolicyUri?.split('#')[1]))).toEqual(
        new Set(['Basic256Sha256']),
      );
      await expect(client.createSession(ada)).rejects.toThrow(/End point must exist/);
    },
    patienceMS,
  );

  it(
    'shows every value by the names that all protocols share',
    async () => {
      const inputs = new Uint8Array(assemblySizes.input);
      for (const part of inputParts) writePart(inputs, part, 0b101);
      bench.server.show({ ...emptyReadings, inputs });
      const reader = await signIn();
      expect((await readVariable(reader, 'CycleCount')).value).toMatchObject({ dataType: DataType.UInt32, value: 5 });
      expect((await readVariable(reader, 'Status.Ready')).value.value).toBe(true);
      expect((await readVariable(reader, 'Status.Running')).value.value).toBe(false);
      expect(bench.recorded.opened.at(-1)).toMatchObject({ peer: '127.0.0.1', isEncrypted: true, isAnonymous: false });
      expect(bench.recorded.addresses.at(-1)).toBe('127.0.0.1');
    },
    patienceMS,
  );

  it(
    'shows bad values when no new ones came for two seconds',
    async () => {
      const reader = await signIn();
      await clock.advance(1999);
      expect((await readVariable(reader, 'Status')).statusCode.name).toBe('Good');
      await clock.advance(1);
      for (const name of ['Status', 'Status.Ready', 'Command'])
        expect((await readVariable(reader, name)).statusCode.name).toBe('BadNoCommunication');
      expect((await writeVariable(reader, 'Command', byte(1))).name).toBe('BadNoCommunication');
      bench.server.show(emptyReadings);
      expect((await readVariable(reader, 'Status')).statusCode.name).toBe('Good');
    },
    patienceMS,
  );

  it(
    'shows the robot by the companion specification, and bad values without its controller',
    async () => {
      bench.server.show({ ...emptyReadings, robot: { ...robot, isEmergencyStopped: true } });
      const reader = await signIn();
      const axis = `${armOf}/r:Axes/1:Axis3/di:ParameterSet/r:ActualPosition`;
      expect((await readRobot(reader, axis)).value.value).toBe(3);
      expect((await readRobot(reader, `${safetyOf}/r:EmergencyStop`)).value.value).toBe(true);
      expect((await readRobot(reader, `${armOf}/di:SerialNumber`)).value.value).toBe('C-1');
      expect((await readRobot(reader, `${armOf}/r:FlangeLoad/r:Mass`)).value.value).toBe(2.5);
      const controller = `${ownRobot}/r:Controllers/1:Controller`;
      expect((await readRobot(reader, `${controller}/r:Software/1:Cellwright/di:SoftwareRevision`)).value.value).toBe(
        '1.2.3',
      );
      const task = `${controller}/r:TaskControls/1:Task/di:ParameterSet`;
      expect((await readRobot(reader, `${task}/r:TaskProgramName`)).value.value).toBe('Pick');
      bench.server.show(emptyReadings);
      expect((await readRobot(reader, axis)).statusCode.name).toBe('BadNoCommunication');
    },
    patienceMS,
  );

  it(
    'writes the command word, its bits and the heartbeat for the session that asks',
    async () => {
      const writer = await signIn();
      const { id = '' } = bench.recorded.opened.at(-1) ?? {};
      expect((await writeVariable(writer, 'Command', byte(4))).name).toBe('Good');
      bench.server.show({ ...emptyReadings, commands: Uint8Array.of(4, 0, 7, 0) });
      expect((await readVariable(writer, 'Command.Resume')).value.value).toBe(true);
      expect((await writeVariable(writer, 'Command.Play', boolean(true))).name).toBe('Good');
      expect((await writeVariable(writer, 'Command.Resume', boolean(false))).name).toBe('Good');
      const heartbeat = { dataType: DataType.UInt16, value: 77 };
      expect((await writeVariable(writer, 'LineHeartbeat', heartbeat)).name).toBe('Good');
      expect(bench.recorded.writes).toEqual(
        [{ Command: 4 }, { Command: 5 }, { Command: 0 }, { LineHeartbeat: 77 }].map((values) => ({
          sessionID: id,
          values,
        })),
      );
    },
    patienceMS,
  );

  it.each([
    ['forbidden', 'BadUserAccessDenied'],
    ['busy', 'BadResourceUnavailable'],
    ['illegalValue', 'BadOutOfRange'],
  ] as const)(
    'answers a write that is %s with %s',
    async (answer, status) => {
      bench.recorded.answer = answer;
      expect((await writeVariable(await signIn(), 'Command', byte(1))).name).toBe(status);
    },
    patienceMS,
  );

  it(
    'refuses values of another type, and variables that show the state',
    async () => {
      const writer = await signIn();
      const text = { dataType: DataType.String, value: 'Play' };
      expect((await writeVariable(writer, 'Command', text)).name).toBe('BadTypeMismatch');
      expect((await writeVariable(writer, 'Status', byte(1))).name).toBe('BadNotWritable');
      expect(bench.recorded.writes).toEqual([]);
    },
    patienceMS,
  );

  it(
    'refuses a wrong password and a session without a user',
    async () => {
      const client = await bench.connect();
      const wrong = { type: UserTokenType.UserName as const, userName: 'ada', password: 'a wrong password' };
      await expect(client.createSession(wrong)).rejects.toThrow(/BadUserAccessDenied/);
      await expect(client.createSession()).rejects.toThrow(/BadIdentityTokenInvalid|not.*support|Cannot find/i);
    },
    patienceMS,
  );

  it('keeps its key from other users of the machine, and no certificate of a client', () => {
    const store = join(bench.folder, 'server', 'pki');
    expect(statSync(store).mode & 0o777).toBe(0o700);
    const files = readdirSync(store, { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => /^(trusted|rejected).*\.(pem|der)$/.test(file))).toEqual([]);
    expect(files).toContain(join('own', 'certs', 'certificate.pem'));
  });

  it(
    'reports a session that its client closed, and ends one on request',
    async () => {
      const first = await signIn();
      const { id = '' } = bench.recorded.opened.at(-1) ?? {};
      await first.close();
      expect(bench.recorded.ended).toContainEqual({ sessionID: id, isLost: false });
      await signIn();
      const { id: second = '' } = bench.recorded.opened.at(-1) ?? {};
      bench.server.endSession(second);
      expect(bench.recorded.ended).toContainEqual({ sessionID: second, isLost: false });
    },
    patienceMS,
  );
});

describe('OPC UA server with other settings', () => {
  let other: OpcUABench | undefined;
  afterEach(async () => {
    await other?.close();
    other = undefined;
  }, patienceMS);

  it(
    'lets sessions without a user read where that is allowed, also without encryption, and never write',
    async () => {
      other = await startOpcUABench({ isAnonymousReadAllowed: true, isUnencryptedAllowed: true });
      other.server.show(emptyReadings);
      const client = await other.connect('reader', 'open');
      const reader = await client.createSession();
      expect((await readVariable(reader, 'Status')).value.value).toBe(0);
      expect(other.recorded.opened).toMatchObject([{ isAnonymous: true, isEncrypted: false }]);
      await expect(writeVariable(reader, 'Command', byte(8))).rejects.toThrow(/BadUserAccessDenied/);
      expect(other.recorded.writes).toEqual([]);
      await reader.close();
    },
    patienceMS,
  );

  it(
    'connects trusted clients alone, and reports the certificate of another',
    async () => {
      other = await startOpcUABench({ trustedClients: ['ab'.repeat(20)] });
      await expect(other.connect('stranger')).rejects.toThrow();
      const thumbprint = expect.stringMatching(/^[0-9a-f]{40}$/);
      const name = expect.stringContaining('stranger');
      expect(other.recorded.refusals[0]).toEqual({ peer: '', reason: 'certificate', name, thumbprint });
    },
    patienceMS,
  );

  it(
    'reports a session as lost when its client asks nothing for the time of the settings',
    async () => {
      other = await startOpcUABench({ sessionTimeoutMS: 1000 });
      const client = await other.connect();
      await client.createSession(ada);
      const { id = '' } = other.recorded.opened[0] ?? {};
      await vi.waitFor(() => expect(other?.recorded.ended).toEqual([{ sessionID: id, isLost: true }]), {
        timeout: 30_000,
        interval: 50,
      });
    },
    patienceMS,
  );

  it('rejects an address that another program has, with its code', async () => {
    const port = Number(new URL(bench.server.endpoint.replace('opc.tcp', 'http')).port);
    await expect(startOpcUABench({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

const machineOf = `${ownRobot}/r:Controllers/1:Controller/r:TaskControls/1:Task/r:TaskControlOperation/r:TaskControlStateMachine`;

describe('Task control of the OPC UA server', () => {
  const call = async (name: string, inputArguments: object[] = []) =>
    session.call({
      objectId: await findRobotNode(session, machineOf),
      methodId: await findRobotNode(session, `${machineOf}/r:${name}`),
      inputArguments,
    });
  const showRun = (echo: number, result: number, status: number) => {
    const inputs = new Uint8Array(assemblySizes.input);
    inputs.set([status, 1, echo, result]);
    bench.server.show({ ...emptyReadings, inputs, robot });
  };
  const play = 1;
  const stopBit = 8;

  it(
    'starts the routine by the command Play, and reports the result of the cell',
    async () => {
      await signIn();
      showRun(0, 0, 1);
      const started = call('Start');
      await vi.waitFor(() => expect(bench.recorded.writes).toHaveLength(2), 5000);
      showRun(play, 3, 1);
      await clock.advance(200);
      showRun(play, 1, 2);
      await clock.advance(200);
      const { statusCode, outputArguments } = await started;
      expect([statusCode.name, outputArguments?.[0]?.value]).toEqual(['Good', 0]);
      expect(bench.recorded.writes.map(({ values }) => values.Command)).toEqual([0, play, 0]);
      expect(await readRobot(session, `${machineOf}/0:CurrentState`)).toMatchObject({
        value: { value: { text: 'Executing' } },
      });
    },
    patienceMS,
  );

  it(
    'stops for every user, also beside another owner',
    async () => {
      await signIn();
      bench.recorded.answer = 'busy';
      const { statusCode } = await call('Stop', [
        { dataType: DataType.Int64, arrayType: VariantArrayType.Scalar, value: [0, 0] },
      ]);
      expect(statusCode.name).toBe('Good');
      expect(bench.recorded.writes.map(({ values }) => values.Command)).toEqual([stopBit]);
    },
    patienceMS,
  );

  it(
    'refuses a start to a user without permission, and beside another owner',
    async () => {
      await signIn();
      bench.recorded.answer = 'forbidden';
      expect((await call('Start')).statusCode.name).toBe('BadUserAccessDenied');
      bench.recorded.answer = 'busy';
      expect((await call('Start')).statusCode.name).toBe('BadResourceUnavailable');
    },
    patienceMS,
  );
});
