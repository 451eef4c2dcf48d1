/** For tests: a database from before stored documents became entities, with rows in the form of that time. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@cellwright/service-kit';
import { applyMigrations } from '@cellwright/service-kit/postgres';
import type { TestDatabase } from '@cellwright/testkit';

/** Later migrations start with this day or a later one. */
const firstEntityMigration = '20261122';
const schemas = { library: 'library', equipment: 'equipment', identity: 'identity', 'routine-runner': 'runner' };

export function migrationsOf(service: string): string {
  return new URL(`../../${service}/prisma/migrations`, import.meta.url).pathname;
}

/** Applies only the earlier migrations of every service. */
export async function makeOldSchemas(connectionString: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cellwright-old-'));
  for (const [service, schema] of Object.entries(schemas)) {
    const directory = join(folder, service);
    const old = readdirSync(migrationsOf(service)).filter((name) => name < firstEntityMigration);
    for (const name of old) cpSync(join(migrationsOf(service), name), join(directory, name), { recursive: true });
    await applyMigrations({ connectionString, schema, directory, log: silentLogger });
  }
  rmSync(folder, { recursive: true });
}

export const oldRoutine = (version: number) => ({
  id: 'routine_old',
  name: version < 3 ? 'Pick' : 'Pick and place',
  description: '',
  isTemplate: false,
  steps: [
    { id: 'step_grip', stepKind: 'ActuateGripper' },
    { id: 'step_wait', stepKind: 'Wait' },
  ],
  stepConfigurations: {
    step_grip: { stepKind: 'ActuateGripper', args: { equipmentID: 'equipment_old', control: 'move' } },
    step_wait: { stepKind: 'Wait', args: { milliseconds: version * 10, variableID: 'variable_old' } },
  },
  space: [],
  environmentVariables: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: `2026-01-0${version}T00:00:00.000Z`,
  createdByName: 'Ada',
});
export const oldSpaceItem = {
  id: 'space_old',
  name: 'P1',
  kind: 'singlePosition',
  positions: [{ jointAngles: [0, 0, 0, 0, 0, 0] }],
};
export const oldBase = { id: 'space_base', name: 'Pallet', kind: 'palletBase' };
/** From when a pallet had one base and one distance. */
export const oldPallet = {
  id: 'space_pallet',
  name: 'Boxes',
  kind: 'palletBoxes',
  palletBaseID: 'space_base',
  approachDistanceMM: 70,
};
/** Returns a routine with such boxes among its own items, in both of its versions. */
export const oldStacking = (version: number) => ({
  ...oldRoutine(version),
  id: 'routine_stacking',
  name: 'Stacking',
  steps: [{ id: 'step_stack', stepKind: 'Wait' }],
  stepConfigurations: { step_stack: { stepKind: 'Wait', args: { milliseconds: version } } },
  space: [
    { id: 'space_own_base', name: 'Own pallet', kind: 'palletBase' },
    { ...oldPallet, id: 'space_own_boxes', palletBaseID: 'space_own_base' },
  ],
});
export const oldVariable = { id: 'variable_old', name: 'count', initialValue: 3, isGlobal: true };
export const oldGripper = { kind: 'OnRobot2FG7', name: 'Claw', host: '192.168.1.1', port: 502 };
/** Names may contain characters that JSON columns of the database refuse. */
export const oddGripper = { kind: 'OnRobot2FG7', name: 'Half \ud83d' };

/** Writes rows in the form of the services at that time. */
export async function writeOldRows(database: TestDatabase): Promise<void> {
  await writeLibrary(database);
  const at = '2026-01-05T00:00:00Z';
  const devices = [
    ['equipment_old', oldGripper, true, 20_001, 4, null],
    ['equipment_odd', oddGripper, false, 20_002, 1, null],
    ['equipment_gone', oldGripper, true, 20_001, 2, at],
  ] as const;
  for (const [id, config, isEnabled, port, version, deletedAt] of devices) {
    await database.query(
      `INSERT INTO equipment."Equipment" ("id", "config", "isEnabled", "simulatorPort", "version", "createdAt", "updatedAt", "deletedAt")
       VALUES ($1, $2, $3, $4, $5, '2026-01-01', $6, $7)`,
      [id, JSON.stringify(config), isEnabled, port, version, at, deletedAt],
    );
  }
  await database.query(`INSERT INTO equipment."Reply" ("key", "body") VALUES ('first-start', '')`);
  await database.query(
    `INSERT INTO identity."Token" ("id", "name", "secretHash", "permissions") VALUES ('token_old', 'Line 4', 'ab12', '{connectToRobot}')`,
  );
  await database.query(
    `INSERT INTO runner."Run" ("id", "robotKind", "isTwin", "routineId", "routineName", "routineVersion", "status",
       "startedAt", "endedAt", "cycleCount", "cycleTimeSeconds", "distanceMeters")
     VALUES ('run_old', 'simulated', false, 'routine_old', 'Pick', 2, 'completed', '2026-01-04', '2026-01-04T00:01', 2, 30, 1.5)`,
  );
  await database.query(
    `INSERT INTO runner."JournalEntry" ("runId", "seq", "at", "thread", "event")
     VALUES ('run_old', 1, '2026-01-04', 'main', 'runStarted'), ('run_old', 2, '2026-01-04T00:01', 'main', 'runEnded')`,
  );
}

async function writeLibrary(database: TestDatabase): Promise<void> {
  const add = async (collection: string, bodies: readonly { id: string; name: string }[], more: object = {}) => {
    const newest = bodies.at(-1);
    const { kind = '', summary = {}, deletedAt = null, memberIds = [] } = { ...more } as Record<string, unknown>;
    await database.query(
      `INSERT INTO library."Document" ("collection", "id", "name", "kind", "version", "summary", "memberIds", "createdAt", "updatedAt", "deletedAt")
       VALUES ($1, $2, $3, $4, $5, $6, $7, '2026-01-01', '2026-01-03', $8)`,
      [collection, newest?.id, newest?.name, kind, bodies.length, JSON.stringify(summary), memberIds, deletedAt],
    );
    for (const [index, body] of bodies.entries()) {
      await database.query(
        `INSERT INTO library."DocumentVersion" ("collection", "id", "version", "body", "savedAt", "savedByName")
         VALUES ($1, $2, $3, $4, $5, 'Ada')`,
        [collection, body.id, index + 1, JSON.stringify(body), `2026-01-0${index + 1}`],
      );
    }
  };
  const summary = { description: '2 steps', isTemplate: false, createdByName: 'Ada' };
  await add('routine', [1, 2, 3].map(oldRoutine), { summary, memberIds: ['step_grip', 'step_wait'] });
  await add('spaceItem', [oldSpaceItem], { kind: 'singlePosition' });
  await add('spaceItem', [oldBase], { kind: 'palletBase' });
  await add('spaceItem', [{ ...oldPallet, approachDistanceMM: 60 }, oldPallet], { kind: 'palletBoxes' });
  await add('routine', [1, 2].map(oldStacking), {
    summary,
    memberIds: ['step_stack', 'space_own_base', 'space_own_boxes'],
  });
  await add('variable', [oldVariable]);
  await add('variable', [{ ...oldVariable, id: 'variable_gone', name: 'count before' }], { deletedAt: '2026-01-02' });
}
