import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadKindPackages } from '@cellwright/steps/packaged';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEquipmentDatabase, type EquipmentCell, startEquipmentCell } from '../testing/equipment-cell.fixture.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** Commands of the page that install the templates. */
const [, installCommands = ''] =
  /```sh\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/kinds-from-outside.md'), 'utf8')) ?? [];
const kind = 'signal-tower/SignalTower';
// In source, a process first compiles itself, which takes seconds on a busy machine.
const patience = { timeout: 60_000 };

describe('A package that is installed by the commands of its page', patience, () => {
  let database: Awaited<ReturnType<typeof createEquipmentDatabase>>;
  let data: string;
  let cell: EquipmentCell;
  beforeAll(async () => {
    database = await createEquipmentDatabase();
    data = mkdtempSync(join(tmpdir(), 'data-'));
    execFileSync('sh', ['-e', '-c', installCommands], { cwd: root, env: { ...process.env, CELLWRIGHT_DATA: data } });
    cell = await startEquipmentCell(database.url, { packagesPath: join(data, 'kinds') });
  }, patience.timeout);
  afterAll(async () => {
    await cell.stop();
    await database.drop();
    rmSync(data, { recursive: true });
    loadKindPackages([]);
  });

  it('adds a device that is created, read and commanded through its process', async () => {
    const { id, config } = await cell.create({ config: { kind } });
    expect(config).toMatchObject({ kind, name: 'Signal tower', port: 4001, warmUp: 100 });
    expect(await cell.list({ capability: 'actions' })).toMatchObject([{ id }]);
    await expect
      .poll(() => cell.state(id), patience)
      .toMatchObject({
        connected: true,
        sensors: [{ value: 'low' }, { value: 'low' }, { value: 23.5, unit: '°C' }],
      });
    expect(await cell.actuateAs('actions', { action: 'Show alarm' })).toMatchObject({
      ok: true,
      value: { sensors: [{ value: 'low' }, { name: 'Red lamp', value: 'high' }, { value: 23.5 }] },
    });
  });

  it('refuses settings that its manifest does not allow', async () => {
    await expect(cell.create({ config: { kind, warmUp: 9000 } })).resolves.toMatchObject({
      isEnabled: false,
      config: {
        kind: 'InvalidConfiguration',
        problems: ['warmUp: This must be at most 5000 ms'],
      },
    });
    await expect(cell.create({ config: { kind, colour: 'blue' } })).rejects.toThrow(/colour/);
  });

  it('keeps the devices of a package that is removed, and says what to install', async () => {
    loadKindPackages([]);
    const problem = 'kind: The package signal-tower is not installed. Install it and restart the cell';
    expect(await cell.list()).toContainEqual(
      expect.objectContaining({
        isEnabled: false,
        config: expect.objectContaining({
          kind: 'InvalidConfiguration',
          name: 'Signal tower',
          rawConfig: expect.stringContaining(kind),
          problems: [problem],
        }),
      }),
    );
  });
});
