import { type EquipmentRecord, equipmentRecordSchema } from '@cellwright/domain/equipment';
import type { Draft } from '@cellwright/entities';
import { equipmentKinds } from '@cellwright/equipment/contracts';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareRecord, showRecord } from './read-draft.ts';
import { recordUpgrade } from './upgrade-record.ts';

const choices = { choosePort: async () => 20_001, chooseName: async (name: string) => name };
const refuseHost = (host: string, port: number) => (host === '169.254.169.254' ? `not ${host}:${port}` : undefined);
const prepare = (text: string, draft: Partial<Draft> = {}) =>
  prepareRecord({ mode: 'create', text, ...draft }, choices, refuseHost);
async function read(value: unknown, draft: Partial<Draft> = {}): Promise<EquipmentRecord> {
  const prepared = await prepare(JSON.stringify(value), draft);
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.problems));
  return equipmentRecordSchema.parse(JSON.parse(prepared.document.body));
}

describe('a record as a client sends it', () => {
  it('gets the defaults of its kind, a free port, and is enabled', async () => {
    expect(await read({ config: { kind: 'OnRobot2FG7' } })).toMatchObject({
      isEnabled: true,
      simulatorPort: 20_001,
      config: { kind: 'OnRobot2FG7', name: '2FG7', unitID: 65, port: 502, timeoutMS: 10_000, connectTimeoutMS: 2000 },
    });
  });

  it('gets disabled when its configuration cannot be read, regardless of its switch', async () => {
    expect(await read({ config: { kind: 'OnRobot2FG7', port: 0 }, isEnabled: true })).toMatchObject({
      isEnabled: false,
      config: { kind: 'InvalidConfiguration', rawConfig: '{"kind":"OnRobot2FG7","port":0}' },
    });
  });

  it('fails by name in a create and a patch if its configuration has a newer version', async () => {
    const config = { kind: 'OnRobot2FG7', name: 'Claw', formatVersion: 7 };
    const message =
      "The OnRobot2FG7 'Claw' has format version 7, this cell reads up to version 1. Update this cell to the release that saved it";
    const refused = { ok: false, problems: [{ fieldId: 'config.formatVersion', message }] };
    expect(await prepare(JSON.stringify({ config }))).toMatchObject(refused);
    const previous = JSON.stringify({ id: 'equipment_1', config, isEnabled: true, simulatorPort: 20_001 });
    expect(await prepare('{"isEnabled":false}', { mode: 'patch', id: 'equipment_1', previous })).toMatchObject(refused);
  });

  it('appears as unreadable, with its name, if its stored configuration is newer', () => {
    const config = { kind: 'OnRobot2FG7', name: 'Claw', formatVersion: 7 };
    const stored = { id: 'equipment_1', config, isEnabled: true, simulatorPort: 20_001 };
    expect(recordUpgrade.upgrade(JSON.stringify(stored))).toEqual({ ok: true, text: JSON.stringify(stored) });
    expect(showRecord(stored)).toMatchObject({
      isEnabled: false,
      config: {
        kind: 'InvalidConfiguration',
        name: 'Claw',
        rawConfig: JSON.stringify(config),
        problems: [expect.stringContaining("'Claw' has format version 7")],
      },
    });
  });

  it.each([
    ['OnRobot2FG7', 'host'],
    ['CustomDevice', 'hostname'],
    ['CustomGripper', 'host'],
    ['SecondaryControlBox', 'host'],
  ])('trims the host of the kind %s, and fails by name with an invalid host', async (kind, field) => {
    const withHost = (host: string) => ({ config: { kind, [field]: host } });
    expect(await read(withHost(' 192.168.1.7 '))).toMatchObject({ config: { kind, [field]: '192.168.1.7' } });
    expect(await read(withHost('[fd00::7]'))).toMatchObject({ config: { kind, [field]: 'fd00::7' } });
    const message = "Enter the host without 'http://'";
    expect(await prepare(JSON.stringify(withHost('http://192.168.1.7')))).toMatchObject({
      ok: false,
      problems: [{ kind: 'invalidConfiguration', fieldId: `config.${field}`, message }],
    });
  });

  it.each(['"OnRobot2FG7"', '[{"kind":"OnRobot2FG7"}]', '7', 'true', 'null'])(
    'fails by name in a create and a patch if its configuration is %s',
    async (config) => {
      const refused = { ok: false, problems: [{ kind: 'invalidConfiguration', fieldId: 'config' }] };
      expect(await prepare(`{"config":${config}}`)).toMatchObject(refused);
      const stored = { kind: 'OnRobot2FG7', name: 'Claw' };
      const previous = JSON.stringify({ id: 'equipment_1', config: stored, isEnabled: true, simulatorPort: 20_001 });
      const patched = await prepare(`{"config":${config}}`, { mode: 'patch', id: 'equipment_1', previous });
      expect(patched).toMatchObject(refused);
    },
  );

  it.each([...equipmentKinds, 'KindOfNewerBuild'])('trims the name of the kind %s', async (kind) => {
    expect(await read({ config: { kind, name: 'Left\n' } })).toMatchObject({ config: { name: 'Left' } });
  });

  it('keeps a host that an older version stored', async () => {
    const config = { kind: 'OnRobot2FG7', name: 'Claw', host: 'plc:502' };
    const previous = JSON.stringify({ id: 'equipment_1', config, isEnabled: true, simulatorPort: 20_001 });
    const patched = await prepare('{"isEnabled":false}', { mode: 'patch', id: 'equipment_1', previous });
    expect(patched).toMatchObject({ ok: true });
  });

  it('fails with a forbidden host, enabled or disabled', async () => {
    const config = { kind: 'OnRobot2FG7', host: '169.254.169.254', port: 80 };
    for (const isEnabled of [true, false]) {
      expect(await prepare(JSON.stringify({ config, isEnabled }))).toMatchObject({
        ok: false,
        problems: [{ fieldId: 'config.host', message: 'not 169.254.169.254:80' }],
      });
    }
  });

  it('keeps the switch and the port that a save leaves out', async () => {
    const record = await read({ config: { kind: 'OnRobot2FG7' }, isEnabled: false });
    const previous = JSON.stringify(record);
    const config = { kind: 'OnRobot2FG7', name: 'Left' };
    for (const mode of ['replace', 'patch'] as const) {
      expect(await read({ config }, { mode, id: record.id, previous })).toMatchObject({
        ...record,
        config: { name: 'Left' },
      });
    }
  });

  it.each([
    ['cut off', '{"config": {"kind": "OnRob'],
    ['a port that is none', '{"config": {}, "simulatorPort": 70000}'],
    ['an infinite port', '{"config": {}, "simulatorPort": 1e999}'],
    ['an id with control characters', '{"config": {}, "id": "a\\u0000b"}'],
    ['a list', '[]'],
    ['a missing configuration', '{"isEnabled": true}'],
  ])('can be refused: %s', async (_, text) => {
    expect(await prepare(text)).toMatchObject({ ok: false, problems: [expect.anything()] });
  });

  it('yields a storable record or an error, for any input', async () => {
    const anything = fc.record({ config: fc.jsonValue(), isEnabled: fc.jsonValue() }, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(anything, async (value) => {
        const prepared = await prepare(JSON.stringify(value));
        if (prepared.ok) expect(() => equipmentRecordSchema.parse(JSON.parse(prepared.document.body))).not.toThrow();
        else expect(prepared.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: propertyRuns(150, 1000) },
    );
  });
});
