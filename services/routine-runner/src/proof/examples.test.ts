import { readdirSync } from 'node:fs';
import { type ContactSurface, type ProofReport, proofReportSchema } from '@cellwright/domain';
import { equipmentContracts } from '@cellwright/equipment/contracts';
import { isExhaustive, sliceOf } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { compileFile, deviceOf, examples, gripperRecord, proveHere, readExample } from './proof.fixture.ts';

const files = readdirSync(examples).filter((name) => name.endsWith('.json'));

/** What the tool meets in 'pressing.json': a button, and the seat of a part. */
const block = (name: string, x: number, stiffness: number): ContactSurface => {
  const pose = { x, y: 0.2, z: 0.35, i: 0, j: 0, k: 0, w: 1 };
  return { name, pose, shape: { kind: 'box', size: [0.04, 0.04, 0.1] }, stiffness, damping: 0 };
};
const surfaces = [block('button', 0.7, 5000), block('seat', 0.6, 20_000)];

/** What 'panel-assembly.json' and 'palletizing.json' work with. */
const panelTools = [
  gripperRecord,
  deviceOf('OnRobotVG', 'equipment_vacuum'),
  deviceOf('OnRobotScrewdriver', 'equipment_screwdriver'),
];

/** The lathe of 'lathe-tending.json'. */
const lathe = deviceOf('CNCMachine', 'equipment_lathe', equipmentContracts.CNCMachine.examples.at(-1)?.config);

async function proveExample(name: string): Promise<ProofReport> {
  return proveHere(compileFile(readExample(name)), {
    facts: name === 'pressing.json' ? { contactSurfaces: surfaces } : {},
    ...(name === 'lathe-tending.json' && { equipment: [gripperRecord, lathe] }),
    ...((name === 'panel-assembly.json' || name === 'palletizing.json') && { equipment: panelTools }),
  });
}

/** The routine of the documentation, contact with a part, branches, and a machine. */
const provedAlways = ['pick-and-place.json', 'pressing.json', 'inspection-with-branches.json', 'lathe-tending.json'];

describe('the good examples', () => {
  it.each(isExhaustive() ? sliceOf(files, (name) => name) : provedAlways)(
    '%s is proved to its end and has no findings but notes',
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
