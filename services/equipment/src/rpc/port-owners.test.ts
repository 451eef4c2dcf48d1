import {
  externalControlSettingsSchema,
  listPorts,
  robotRecordSchema,
  safetySettingsSchema,
} from '@cellwright/domain/robot';
import { createMetrics, silentLogger } from '@cellwright/service-kit';
import { anyPeers } from '@cellwright/service-kit/testing/peers';
import { afterEach, describe, expect, it } from 'vitest';
import { serveDocument } from '../testing/served-document.fixture.ts';
import { connectPortOwners, type PortOwnerAddresses } from './port-owners.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const record = (owners: Readonly<Record<string, string>>) => {
  const own = (kind: 'Input' | 'Output') =>
    listPorts(kind).map((port) => ({ ...port, assignedTo: owners[port.portID] ?? null }));
  return robotRecordSchema.parse({
    ...{ id: 'live', robotID: 'robot_1', name: 'Cell', isDefault: true, isTwin: true, model: '', serialNumber: '' },
    ...{ inputs: own('Input'), outputs: own('Output'), relays: [], flangeInputs: [], flangeOutputs: [] },
    routineRunnerState: { kind: 'Idle', isPaused: false },
    ...{ routineIsPaused: false, speedRestrictionPercentage: 1, lastActiveAt: null },
  });
};
const documents: Readonly<Record<string, unknown>> = {
  robots: record({ 'Output 3': 'safetyIO', 'Output 4': 'equipment', 'Output 5': 'externalControl' }),
  safetySettings: safetySettingsSchema.parse({
    ...{
      id: '1',
      inputSafeguardRules: [
        { pair: 1, kind: 'estop' },
        { pair: 2, kind: 'none' },
      ],
    },
    outputSafeguardRules: [{ pair: 8, kind: 'ismoving' }],
  }),
  externalControlSettings: externalControlSettingsSchema.parse({
    ...{ id: '1', isEnabled: true, isRobotIOEnabled: true },
    ioPorts: [
      { direction: 'input', port: 7, meaning: 'play' },
      { direction: 'output', port: 4, meaning: 'ready' },
      { direction: 'output', port: 16, meaning: 'running' },
    ],
  }),
};

/** Starts a service that stores one of these documents. */
async function keep(entity: string): Promise<string> {
  const { address, close } = await serveDocument(entity, () => documents[entity]);
  closing.push(close);
  return address;
}

async function ownersAt(addresses: PortOwnerAddresses) {
  const owners = connectPortOwners({
    proofs: anyPeers('equipment').proofs,
    addresses,
    log: silentLogger,
    metrics: createMetrics({ defaults: false }),
  });
  closing.push(owners.close);
  return Object.fromEntries(await owners.list());
}

describe('the owner of a port', () => {
  it('comes from the rules in force and the newest stored ones; safety takes precedence, and devices keep their ports', async () => {
    const [runner, library, identity] = await Promise.all(
      ['robots', 'safetySettings', 'externalControlSettings'].map(keep),
    );
    expect(await ownersAt({ runner, library, identity })).toEqual({
      'Input 1': 'safetyIO',
      'Input 2': 'safetyIO',
      'Input 7': 'externalControl',
      'Output 3': 'safetyIO',
      'Output 4': 'equipment',
      'Output 5': 'externalControl',
      'Output 15': 'safetyIO',
      'Output 16': 'safetyIO',
    });
  });

  it('stays known without an unreachable service', async () => {
    const library = await keep('safetySettings');
    expect(Object.keys(await ownersAt({ runner: '127.0.0.1:1', library, identity: '127.0.0.1:1' }))).toEqual([
      'Input 1',
      'Input 2',
      'Output 15',
      'Output 16',
    ]);
    expect(await ownersAt({})).toEqual({});
  });
});
