// The shared cell is also the cell that is followed.
import { equipmentRecordSchema } from '@cellwright/domain/equipment';
import { robotRecordSchema, type SafetySettings, safetySettingsSchema } from '@cellwright/domain/robot';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { accessArmCell } from './arm-cell.ts';
import { type CellAccess, type FaultCell, persist, startFaultCell } from './faults/fault-cell.fixture.ts';
import { sketchFile } from './faults/routines.fixture.ts';

const patience = 60_000;
const refusalSchema = z.object({ error: z.string(), message: z.string(), details: z.unknown() });
const recordsSchema = z.object({ items: z.array(equipmentRecordSchema) });

const faults = accessArmCell();

/** Sends requests for the live robot. */
const send = async (method: string, path: string, body?: object, to: CellAccess = faults) => {
  const { status, text } = await to.call(method, path, body && JSON.stringify(body), { 'robot-kind': 'live' });
  return { status, body: JSON.parse(text) as unknown };
};
const save = (config: object, isEnabled = true) => send('POST', '/equipment', { config, isEnabled });
const refusalOf = ({ status, body }: { status: number; body: unknown }) => ({ status, ...refusalSchema.parse(body) });
const addedID = ({ body }: { body: unknown }) => equipmentRecordSchema.parse(body).id;
const names = async () =>
  recordsSchema.parse((await send('GET', '/equipment?limit=100')).body).items.map(({ config }) => config.name);

const storeRules = (change: Partial<SafetySettings>) => send('PATCH', '/safety-settings/1', change);
const readRules = async () => safetySettingsSchema.parse((await send('GET', '/safety-settings/1')).body);

/** Waits until the record of the robot shows the owner of an output. */
async function untilOutputIs(port: number, owner: string | null): Promise<void> {
  await persist(async () => {
    const { outputs } = robotRecordSchema.parse((await send('GET', '/robots/live')).body);
    expect(outputs[port - 1]).toMatchObject({ port, assignedTo: owner });
  });
}

const gripper = (name: string, closeOutput: string) => ({ kind: 'CustomGripper', name, closeOutput });
const clamp = (name: string, port: string, changes: object = {}) => ({
  kind: 'CustomDevice',
  name,
  actions: [{ id: 'action_clamp', kind: 'clamp', actionOutputs: [{ ioPort: port }] }],
  ...changes,
});

describe('port of the control box', () => {
  it(
    'used by a safety rule cannot be used by an enabled device, and the error names it',
    async () => {
      expect(await storeRules({ outputSafeguardRules: [{ pair: 8, kind: 'ismoving' }] })).toMatchObject({
        status: 200,
      });
      await untilOutputIs(15, 'safetyIO');
      const before = await names();
      const message = (port: string) =>
        `${port} is used by the safety settings. Choose another port, or remove it from the safety settings first`;
      for (const [config, port] of [
        [gripper('Jaw', 'Output 15'), 'Output 15'],
        [clamp('Clamp', 'Output 16'), 'Output 16'],
        [{ kind: 'CustomIO', name: 'Panel', ports: [{ name: 'Lamp', kind: 'Output', port: 16 }] }, 'Output 16'],
      ] as const) {
        expect(refusalOf(await save(config))).toMatchObject({
          status: 409,
          error: 'conflict',
          message: message(port),
          details: { port, assignedTo: 'safetyIO' },
        });
      }
      expect(await names()).toEqual(before);

      // A disabled record reserves no port, and cannot be enabled over the rule.
      const id = addedID(await save(gripper('Spare jaw', 'Output 15'), false));
      expect(refusalOf(await send('PATCH', `/equipment/${id}`, { isEnabled: true }))).toMatchObject({
        status: 409,
        message: message('Output 15'),
      });
      expect((await send('GET', `/equipment/${id}`)).body).toMatchObject({ isEnabled: false, version: 1 });
    },
    patience,
  );

  it(
    'belongs also to a rule that waits for the brakes, and to one in force that is no longer stored',
    async () => {
      const session = await faults.openReadySession('live');
      await storeRules({ outputSafeguardRules: [{ pair: 7, kind: 'isstill' }] });
      await session.waitFor(({ safetyRules: { status } }) => status === 'pending');
      await untilOutputIs(13, 'safetyIO');
      await untilOutputIs(15, 'safetyIO');
      expect(refusalOf(await save(gripper('Early jaw', 'Output 13')))).toMatchObject({
        status: 409,
        message: expect.stringContaining('Output 13 is used by the safety settings'),
      });
      await session.send('setBrakes', { state: 'engaged' });
      await session.waitFor(({ safetyRules: { status } }) => status === 'inForce');
      session.close();
      await untilOutputIs(15, null);
      expect(await save(gripper('Jaw', 'Output 15'))).toMatchObject({ status: 200 });
    },
    patience,
  );

  it(
    'used by a device cannot be used by a safety rule, and the error names it',
    async () => {
      addedID(
        await save(
          clamp('Vise', 'Output 5', { sensors: [{ id: 'sensor_closed', name: 'Closed', ioPort: 'Input 6' }] }),
        ),
      );
      const before = await readRules();
      const rules = [
        [{ outputSafeguardRules: [{ pair: 3, kind: 'isestop' }] }, 'Output 5', 'Vise'],
        [{ inputSafeguardRules: [{ pair: 3, kind: 'estop' }] }, 'Input 6', 'Vise'],
        [{ outputSafeguardRules: [{ pair: 8, kind: 'ismoving' }] }, 'Output 15', 'Jaw'],
      ] as const;
      for (const [change, port, device] of rules) {
        expect(refusalOf(await send('PATCH', '/safety-settings/1', change))).toMatchObject({
          status: 409,
          error: 'conflict',
          message: `${port} is already used by the device '${device}'. Choose another port, or disable that device first`,
          details: { port },
        });
      }
      expect(await readRules()).toEqual(before);
    },
    patience,
  );

  inExhaustiveRuns(() => {
    it(
      'belongs to a rule as soon as it is stored, before the record of the robot shows it',
      async () => {
        const before = await readRules();
        await storeRules({ outputSafeguardRules: [{ pair: 6, kind: 'isstill' }] });
        expect(refusalOf(await save(gripper('Quick jaw', 'Output 11')))).toMatchObject({
          status: 409,
          message: expect.stringContaining('Output 11 is used by the safety settings'),
        });
        await storeRules({ outputSafeguardRules: before.outputSafeguardRules });
      },
      patience,
    );
  });

  it(
    'belongs to a device or to external control, whichever had it first, and is refused to the other by name',
    async () => {
      const output = (port: number) => ({ direction: 'output', port, meaning: 'ready' });
      const settings = { isEnabled: true, isRobotIOEnabled: true };
      const store = (...ports: number[]) =>
        send('PATCH', '/external-control-settings/1', { ...settings, ioPorts: ports.map(output) });
      expect(refusalOf(await store(2, 5))).toMatchObject({
        status: 409,
        error: 'conflict',
        message: "Output 5 is already used by the device 'Vise'. Choose another port, or disable that device first",
        details: { port: 'Output 5' },
      });
      expect(await store(2)).toMatchObject({ status: 200 });
      const { status, message, details } = refusalOf(await save(gripper('Line jaw', 'Output 2')));
      expect([status, details]).toMatchObject([409, { port: 'Output 2', assignedTo: 'externalControl' }]);
      expect(message).toContain('Output 2 is used by external control');
      expect(await send('PATCH', '/external-control-settings/1', { isEnabled: false })).toMatchObject({ status: 200 });
    },
    patience,
  );
});

describe('devices on the flange', () => {
  const onFlange = (name: string, port: string, changes: object = {}) =>
    clamp(name, port, { deviceInterface: 'flangeIO', ...changes });

  it(
    'refuse another voltage or circuit than that of an enabled one, naming it',
    async () => {
      addedID(await save(onFlange('Blower', 'Flange Output 1')));
      const before = await names();
      for (const [changes, needed] of [
        [{ voltage: '12V' }, '12V pnp'],
        [{ circuit: 'npn' }, '24V npn'],
      ] as const) {
        const { status, message } = refusalOf(await save(onFlange('Ejector', 'Flange Output 2', changes)));
        expect([status, message]).toEqual([
          409,
          `The flange has one voltage and one circuit: this device needs ${needed}, but the device 'Blower' needs 24V pnp. Make them the same, or disable that device first`,
        ]);
      }
      expect(await names()).toEqual(before);
      const puller = { ...gripper('Puller', 'Flange Output 2'), voltage: '12V' };
      expect(refusalOf(await save(puller)).message).toContain(
        "this device needs 12V pnp, but the device 'Blower' needs 24V pnp",
      );
      expect(await save(onFlange('Ejector', 'Flange Output 2'))).toMatchObject({ status: 200 });
      for (const robot of ['live', 'simulated']) {
        await persist(async () => {
          const record = robotRecordSchema.parse((await send('GET', `/robots/${robot}`)).body);
          expect(record.flangeSupply).toEqual({ voltage: '24V', circuit: 'pnp' });
        });
      }
    },
    patience,
  );
});

inExhaustiveRuns(() => {
  describe('secondary control box that is a real cell', () => {
    /** Follows the other. Its robot is real, because a twin connects to simulators only; the robot is switched off. */
    let own: FaultCell;
    beforeAll(async () => {
      own = await startFaultCell('compact', { EGRESS_LOOPBACK: 'true', LIVE_ROBOT: 'real' });
    }, 120_000);
    afterAll(async () => {
      await own?.remove();
    }, 60_000);

    /** Stays low. */
    const gate = { kind: 'controlBoxIO', ioPort: { kind: 'Input', port: 9 } };
    const portOf = (cell: CellAccess) => Number(new URL(cell.cell.url).port);
    const box = (token: string, { name = 'Left arm', port = portOf(faults) } = {}) => {
      return { kind: 'SecondaryControlBox', name, host: '127.0.0.1', port, token };
    };
    const save = (config: object) => send('POST', '/equipment', { config, isEnabled: true }, own);
    const shows = (id: string, state: object) =>
      persist(async () =>
        expect((await send('GET', `/equipment/${id}/state`, undefined, own)).body).toMatchObject(state),
      );
    const makeToken = async () => {
      const made = await send('POST', '/tokens', { name: 'Right arm', permissions: ['connectToRobot', 'author'] });
      return z.object({ secret: z.string() }).parse(made.body).secret;
    };

    it(
      'shows its connection, the state of its robot, and its variables as they change',
      async () => {
        const secret = await makeToken();
        const made = await send('POST', '/variables', { name: 'Parts', initialValue: 7 });
        const { id: variableID } = z.object({ id: z.string() }).parse(made.body);
        const added = await save(box(secret));
        expect(JSON.stringify(added.body)).not.toContain(secret);
        const id = addedID(added);
        const isThere = { connected: true, status: 'idle', robotState: 'Idle' };
        await shows(id, { ...isThere, variables: [{ id: variableID, name: 'Parts', value: 7 }] });
        await send('PATCH', `/variables/${variableID}`, { initialValue: 8 });
        await shows(id, { ...isThere, variables: [{ id: variableID, name: 'Parts', value: 8 }] });

        const session = await faults.openReadySession('live');
        const args = { variableID, newValue: { kind: 'constant', value: 12 }, isGlobal: true };
        const steps = [
          { id: 'step_count', stepKind: 'SetEnvironmentVariable', args },
          { id: 'step_wait', stepKind: 'Wait', args: { condition: { kind: 'sensor', sensor: gate } } },
        ];
        const file = JSON.stringify(sketchFile('routine_count', steps));
        const { routineID } = await faults.cell.client.importRoutine(file);
        await session.send('loadRoutine', { routineID });
        await session.send('playRoutine', { isConfirmed: true });
        const inRun = [{ id: variableID, name: 'Parts', value: 12 }];
        await shows(id, { ...isThere, robotState: 'RoutineRunning', variables: inRun });
        await session.send('stop', {});
        session.close();
        await shows(id, isThere);
      },
      patience,
    );

    it(
      'reports a wrong token and connects once the right one is entered',
      async () => {
        const id = addedID(await save(box('cw_nobody', { name: 'Middle arm' })));
        const error = "'Middle arm' rejected the token. Create a token with read access there, and enter it here";
        await shows(id, { connected: false, status: 'error', error, variables: [] });
        const config = box(await makeToken(), { name: 'Middle arm' });
        expect(await send('PATCH', `/equipment/${id}`, { config }, own)).toMatchObject({ status: 200 });
        await shows(id, { connected: true, status: 'idle', robotState: 'Idle' });
      },
      patience,
    );

    it('refuses the address of the cell itself by name', async () => {
      const { status, message } = refusalOf(await save(box('cw_any', { port: portOf(own) })));
      const address = `127.0.0.1:${portOf(own)}`;
      expect([status, message]).toEqual([400, expect.stringContaining(`${address} belongs to a service of this cell`)]);
    });

    it(
      'follows from a cell whose own robot is switched off, which still refuses ports of stored rules',
      async () => {
        const rules = { inputSafeguardRules: [{ pair: 2, kind: 'estop' }] };
        expect(await send('PATCH', '/safety-settings/1', rules, own)).toMatchObject({ status: 200 });
        await persist(async () => {
          const { inputs } = robotRecordSchema.parse((await send('GET', '/robots/live', undefined, own)).body);
          expect(inputs[3]).toMatchObject({ port: 4, assignedTo: 'safetyIO' });
        });
        const jaw = { ...gripper('Jaw', 'Output 1'), partSensor: 'Input 4' };
        const { status, message } = refusalOf(await save(jaw));
        expect([status, message]).toEqual([409, expect.stringContaining('Input 4 is used by the safety settings')]);
      },
      patience,
    );
  });
});
