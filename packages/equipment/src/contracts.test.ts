import { equipmentLiveStateSchema, invalidConfigurationSchema } from '@cellwright/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  addressOf,
  capabilitiesOfConfig,
  contractOf,
  type EquipmentKind,
  equipmentContracts,
  equipmentKinds,
  parseEquipmentConfig,
} from './contracts.ts';
import { equipmentDrivers } from './drivers.ts';
import { equipmentSims } from './sims.ts';

const units = new Set(['ms', 's', 'm', 'mm', 'N', 'Nm', '%', 'kg', 'rad', '°']);
/** Endings of field names that promise a quantity with a unit. */
const quantity = /(MS|Width|Distance|Force|Speed|Mass)$/;

function fieldsOf(kind: EquipmentKind): [string, z.ZodType][] {
  const schema = equipmentContracts[kind].config;
  if (!(schema instanceof z.ZodObject)) throw new Error(`the configuration of ${kind} must be a zod object`);
  return Object.entries(schema.shape);
}

describe.each(equipmentKinds)('the kind %s', (kind) => {
  const contract = contractOf(kind);

  it('is registered under its own name, with its driver and its simulator', () => {
    expect(contract.kind).toBe(kind);
    expect(equipmentDrivers[kind].contract).toBe(contract);
    expect(equipmentSims[kind].contract).toBe(contract);
  });

  it('has a label, a description, and something that steps may ask of it', () => {
    expect(contract.label).not.toBe('');
    expect(contract.description).not.toBe('');
    const parsed = parseEquipmentConfig({ kind });
    expect(parsed.isValid && capabilitiesOfConfig(parsed.config).length).toBeGreaterThan(0);
  });

  it('starts from its defaults', () => {
    const parsed = parseEquipmentConfig({ kind });
    expect(parsed).toMatchObject({ isValid: true, config: { kind, name: expect.stringMatching(/./) } });
    if (parsed.isValid) expect(addressOf(parsed.config).port).toBeGreaterThan(0);
  });

  it('has examples that parse to themselves', () => {
    expect(contract.examples.length).toBeGreaterThan(0);
    for (const { config } of contract.examples) expect(parseEquipmentConfig(config)).toEqual({ isValid: true, config });
  });

  it('labels every field, and gives a unit to every quantity', () => {
    for (const [field, schema] of fieldsOf(kind).filter(([name]) => name !== 'kind')) {
      const { label, unit } = schema.meta() ?? {};
      expect(label, `${field} has a label`).toBeTypeOf('string');
      if (quantity.test(field)) expect(units, `${field} has a unit`).toContain(unit);
    }
  });

  it('has a live state that every reader of equipment understands', () => {
    const state = { connected: false, status: 'initializing', gripDetected: false, direction: 'inward' };
    expect(equipmentLiveStateSchema.parse(contract.liveState.parse(state))).toMatchObject({ connected: false });
  });
});

describe('a configuration that no kind understands', () => {
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
  ])('%s is named as the problem', (_, raw, problem) => {
    expect(parseEquipmentConfig(raw)).toMatchObject({ isValid: false, config: { problems: [problem] } });
  });

  it('is read again when it comes back, for a newer version may understand it', () => {
    const rawConfig = JSON.stringify({ kind: 'OnRobot2FG7', name: 'Left' });
    const stored = { kind: 'InvalidConfiguration', name: 'Left', rawConfig, problems: ['kind: unknown'] };
    expect(parseEquipmentConfig(stored)).toMatchObject({
      isValid: true,
      config: { kind: 'OnRobot2FG7', name: 'Left' },
    });
  });

  it('stays as it is when it comes back and still is not understood', () => {
    const first = parseEquipmentConfig({ kind: 'Toaster', slots: 2 });
    expect(parseEquipmentConfig(first.config)).toEqual(first);
  });

  it('is always either valid or kept, whatever it is', () => {
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
