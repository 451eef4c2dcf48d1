import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type ExampleSetUpFile, exampleSetUpFileSchema } from '@cellwright/domain/cell';
import { type ProofReport, proofReportSchema } from '@cellwright/domain/run';
import { emptyScene } from '@cellwright/domain/space';
import { type EquipmentKind, isEquipmentKind } from '@cellwright/equipment/contracts';
import type { RobotFacts } from '@cellwright/routine-runner/simulation';
import { isExhaustive, sliceOf } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { compileFile, deviceOf, examples, gripperRecord, proveHere, readExample } from '../testing/proof.fixture.ts';

const files = readdirSync(examples).filter((name) => name.endsWith('.json'));

/** Dry-runs an example on a new cell with the devices that its set-up adds, and with its tool on the flange. */
async function proveExample(name: string, facts: Partial<RobotFacts> = {}): Promise<ProofReport> {
  const { devices, contactSurfaces, tool } = readSetUp(name);
  const mounted = tool && devices[tool] && { equipmentID: `equipment_${devices[tool].kind}`, activeEnd: 1 };
  const added = new Map(Object.values(devices).map((config) => [config.kind, config]));
  added.delete(gripperRecord.config.kind);
  return proveHere(compileFile(readExample(name)), {
    facts: { contactSurfaces, ...(mounted && { tool: mounted }), ...facts },
    equipment: [
      gripperRecord,
      ...Array.from(added.values(), (config) => deviceOf(requireKind(config.kind), `equipment_${config.kind}`, config)),
    ],
  });
}

function readSetUp(name: string): ExampleSetUpFile {
  const path = new URL(`../set-up/${name}`, examples);
  return exampleSetUpFileSchema.parse(existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
}

function requireKind(kind: string): EquipmentKind {
  if (isEquipmentKind(kind)) return kind;
  throw new Error(`There is no kind of device ${kind}`);
}

/** The routine of the documentation, contact with a part, branches, a machine, a camera, and a weld. */
const provedAlways = [
  'pick-and-place.json',
  'pressing.json',
  'inspection-with-branches.json',
  'lathe-tending.json',
  'sorting-by-sight.json',
  'welded-t-joint.json',
];

describe('the good examples', () => {
  it.each(isExhaustive() ? sliceOf(files, (name) => name) : provedAlways)(
    '%s completes a dry run without findings except notes',
    { timeout: 300_000 },
    async (name) => {
      const report = await proveExample(name);
      expect(report.findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
      expect(report.outcome).toBe('completed');
      expect(proofReportSchema.parse(report)).toEqual(report);
      expect(report.totals.durationSeconds).toBeGreaterThan(0);
      expect(report.totals.cycleTimeSeconds).toBeGreaterThanOrEqual(0);
    },
  );
});

describe('A weld in a dry run', () => {
  it.each(['simulated', 'live'] as const)(
    'fails without its torch on the flange of the %s robot, and names that',
    { timeout: 300_000 },
    async (robotKind) => {
      const report = await proveExample('welded-t-joint.json', {
        tool: { equipmentID: gripperRecord.id, activeEnd: 1 },
        scene: emptyScene(robotKind),
      });
      expect(report.outcome).toBe('failed');
      const message = expect.stringContaining(`is not mounted on the flange of the ${robotKind} robot`);
      expect(report.findings.filter(({ severity }) => severity === 'error')).toMatchObject([
        { kind: 'stepFailed', stepID: 'step_wt_weave', message },
      ]);
    },
  );
});
