import { equipmentLiveStateSchema, invalidConfigurationSchema } from '@cellwright/domain/equipment';
import { isValidPort } from '@cellwright/domain/robot';
import { identityPose } from '@cellwright/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  addressOf,
  capabilitiesOfConfig,
  contractOf,
  type EquipmentKind,
  equipmentContracts,
  equipmentKinds,
  hideSecrets,
  keptSecret,
  parseEquipmentConfig,
  secretsOfKind,
} from './contracts.ts';
import { equipmentDrivers } from './drivers.ts';
import { equipmentSims } from './sims.ts';

const units = new Set(['ms', 's', 'm', 'mm', 'm/s', 'in/min', 'V', 'A', 'N', 'Nm', '%', '0–1', 'kg', 'rad', '°']);
/** Words in labels that indicate a quantity with a unit. */
const quantity =
  /\b(width|diameter|length|stroke|distance|height|depth|offset from|force|torque|speed|mass|weight|time|delay|angle|turn)\b/i;

/** A whole number may be a count or an id: ports, units, registers. Any other number needs a unit. */
function needsUnit(schema: z.ZodType): boolean {
  const { type } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return type === 'number' || (type === 'integer' && quantity.test(String(schema.meta()?.label)));
}

function fieldsOf(kind: EquipmentKind): [string, z.ZodType][] {
  const schema = equipmentContracts[kind].config;
  if (!(schema instanceof z.ZodObject)) throw new Error(`the configuration of ${kind} must be a zod object`);
  return Object.entries(schema.shape);
}

describe.each(equipmentKinds)('The kind %s', (kind) => {
  const contract = contractOf(kind);

  it('has a registration under its own name, with its driver and its simulator', () => {
    expect(contract.kind).toBe(kind);
    expect(equipmentDrivers[kind].contract).toBe(contract);
    expect(equipmentSims[kind].contract).toBe(contract);
  });

  it('has a label, a description and something that steps can use', () => {
    expect(contract.label).not.toBe('');
    expect(contract.description).not.toBe('');
    const parsed = parseEquipmentConfig({ kind });
    if (!parsed.isValid) throw new Error(parsed.config.problems.join());
    // Steps that set and read ports use named ports.
    const isWired = 'ports' in addressOf(parsed.config);
    expect(isWired || capabilitiesOfConfig(parsed.config).length > 0).toBe(true);
  });

  it('starts from its defaults', () => {
    const parsed = parseEquipmentConfig({ kind });
    expect(parsed).toMatchObject({ isValid: true, config: { kind, name: expect.stringMatching(/./) } });
    if (!parsed.isValid) return;
    const address = addressOf(parsed.config);
    if ('ports' in address) expect(address.ports.every(isValidPort)).toBe(true);
    else expect(address.port).toBeGreaterThan(0);
  });

  it('has examples that parse to themselves', () => {
    expect(contract.examples.length).toBeGreaterThan(0);
    for (const { config } of contract.examples) expect(parseEquipmentConfig(config)).toEqual({ isValid: true, config });
  });

  it('labels every field, and gives a unit to every quantity', () => {
    for (const [field, schema] of fieldsOf(kind).filter(([name]) => name !== 'kind')) {
      const { label, unit } = schema.meta() ?? {};
      expect(label, `${field} has a label`).toBeTypeOf('string');
      if (needsUnit(schema)) expect(units, `${field} has a unit`).toContain(unit);
    }
  });

  it('describes its TCP, mass and size if it is mounted on the flange', () => {
    for (const { config } of contract.examples) {
      const tool = contract.tool?.(config);
      if (!tool) continue;
      if (contract.isBareFlange) {
        expect(tool).toEqual({ tcp: identityPose, massKg: 0, centreOfGravity: [0, 0, 0], collisionBoxes: [] });
        continue;
      }
      expect(tool.tcp.z).toBeGreaterThan(0);
      expect(tool.massKg).toBeGreaterThan(0);
      expect(tool.centreOfGravity.every(Number.isFinite)).toBe(true);
      expect(tool.collisionBoxes.length).toBeGreaterThan(0);
      for (const { size } of tool.collisionBoxes) expect(Math.min(...size)).toBeGreaterThan(0);
    }
  });

  it('describes fingers that leave the reported width between them, if it reports one', () => {
    const { liveState } = contract;
    const reportsWidth = liveState instanceof z.ZodObject && 'externalWidthMeters' in liveState.shape;
    for (const { config } of contract.examples) {
      const boxes = contract.tool?.(config).collisionBoxes ?? [];
      const fingers = boxes.flatMap(({ pose, size, finger }) => (finger ? [{ pose, size, finger }] : []));
      expect(fingers.length).toBe(reportsWidth ? boxes.length - 1 : 0);
      for (const { pose, size, finger } of fingers) {
        // A box around both fingers has the space between them in its middle.
        if (finger.isPair) {
          expect(pose).toMatchObject({ x: 0, y: 0 });
          expect(size[1]).toBeGreaterThanOrEqual(finger.widest);
          continue;
        }
        const [x, y] = finger.closing.map((part) => part * (finger.widest - 0.04));
        const radius = Math.hypot(pose.x + (x ?? 0), pose.y + (y ?? 0));
        expect(radius - size[1] / 2).toBeCloseTo(0.02, 9);
      }
    }
  });

  it('has a live state that every reader of equipment understands', () => {
    const state = { connected: false, status: 'initializing', gripDetected: false, direction: 'inward' };
    expect(equipmentLiveStateSchema.parse(contract.liveState.parse(state))).toMatchObject({ connected: false });
  });
});

describe('The secrets of a kind', () => {
  const server = { kind: 'FTPServer', name: 'Mill', user: 'cell', password: 'hunter2' };

  it.each(equipmentKinds)('include each field of %s that is entered as a secret and no other', (kind) => {
    const marked = fieldsOf(kind).filter(([, schema]) => schema.meta()?.isSecret === true);
    expect(secretsOfKind(kind)).toEqual(marked.map(([name]) => name));
  });

  it('appear as stored if set, and as empty otherwise', () => {
    const parsed = parseEquipmentConfig(server);
    expect(hideSecrets(parsed.config)).toMatchObject({ user: 'cell', password: keptSecret });
    expect(hideSecrets({ ...server, password: '' })).toMatchObject({ password: '' });
    expect(hideSecrets({ kind: 'OnRobot2FG7', password: 'x' })).toEqual({ kind: 'OnRobot2FG7', password: 'x' });
  });

  it.each([{ port: 'x' }, { kind: 'Toaster' }])(
    'do not appear in the stored text of an invalid configuration',
    (wrong) => {
      const parsed = parseEquipmentConfig({ ...server, ...wrong });
      expect(parsed.isValid).toBe(false);
      expect(JSON.stringify(parsed)).not.toContain('hunter2');
      expect(JSON.stringify(parsed)).toContain('cell');
    },
  );
});

describe('The check of units', () => {
  const labelled = (schema: z.ZodType, label: string) => needsUnit(schema.meta({ label }));

  it.each(['Largest diameter', 'Finger length', 'Stroke', 'Flange to fingertips', 'Smallest width'])(
    'requires one for the number %s',
    (label) => expect(labelled(z.number().default(1), label)).toBe(true),
  );

  it('requires one for a whole number of milliseconds, but not for a port or a text', () => {
    expect(labelled(z.number().int().default(1), 'Time to connect')).toBe(true);
    expect(labelled(z.number().int().default(1), 'Port')).toBe(false);
    expect(labelled(z.string().default(''), 'Width')).toBe(false);
  });
});

describe('A configuration that no kind can parse', () => {
  it('becomes InvalidConfiguration and keeps its text and its name', () => {
    const raw = { kind: 'OnRobot2FG7', name: 'Left', host: 'a b', port: 70_000 };
    const parsed = parseEquipmentConfig(raw);
    expect(parsed.isValid).toBe(false);
    expect(parsed.config).toMatchObject({ kind: 'InvalidConfiguration', name: 'Left' });
    if (parsed.isValid) return;
    expect(JSON.parse(parsed.config.rawConfig)).toEqual(raw);
    expect(parsed.config.problems).toEqual([
      'host: Enter an IP address or a host name',
      expect.stringMatching(/^port: /),
    ]);
  });

  it.each([
    ['an unknown kind', { kind: 'Toaster' }, 'kind: No equipment kind "Toaster" exists'],
    ['no kind', { name: 'x' }, 'kind: Choose the kind of the device'],
    ['an inherited name as kind', { kind: 'constructor' }, 'kind: No equipment kind "constructor" exists'],
    ['text', 'OnRobot2FG7', 'kind: Choose the kind of the device'],
    ['nothing', null, 'kind: Choose the kind of the device'],
  ])('reports %s as the problem', (_, raw, problem) => {
    expect(parseEquipmentConfig(raw)).toMatchObject({ isValid: false, config: { problems: [problem] } });
  });

  it('gets another parse when it comes back, because a newer version may support it', () => {
    const rawConfig = JSON.stringify({ kind: 'OnRobot2FG7', name: 'Left' });
    const stored = { kind: 'InvalidConfiguration', name: 'Left', rawConfig, problems: ['kind: unknown'] };
    expect(parseEquipmentConfig(stored)).toMatchObject({
      isValid: true,
      config: { kind: 'OnRobot2FG7', name: 'Left' },
    });
  });

  it('does not change if it comes back and is still invalid', () => {
    const first = parseEquipmentConfig({ kind: 'Toaster', slots: 2 });
    expect(parseEquipmentConfig(first.config)).toEqual(first);
  });

  it('ends as either valid or stored text, whatever it contains', () => {
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.record({ kind: fc.constantFrom(...equipmentKinds), port: fc.anything() }),
    );
    fc.assert(
      fc.property(anything, (raw) => {
        const { isValid, config } = parseEquipmentConfig(raw);
        if (isValid) expect(equipmentKinds).toContain(config.kind);
        else expect(invalidConfigurationSchema.parse(config)).toEqual(config);
      }),
      { numRuns: 500 },
    );
  });
});
