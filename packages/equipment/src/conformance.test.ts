import { describe } from 'vitest';
import type { CapabilityName } from './capabilities/index.ts';
import { capabilitiesOfKind, describeCapabilities, type EquipmentKind, equipmentKinds } from './contracts.ts';
import { testActionsConformance } from './testing/actions-conformance.fixture.ts';
import { testFilesConformance } from './testing/files-conformance.fixture.ts';
import { testFixedActionsConformance } from './testing/fixed-actions-conformance.fixture.ts';
import { testForceSensorConformance } from './testing/force-sensor-conformance.fixture.ts';
import { testGripperConformance } from './testing/gripper-conformance.fixture.ts';
import { type Reached, waysTo } from './testing/interfaces.fixture.ts';
import { testLiftConformance } from './testing/lift-conformance.fixture.ts';
import { testProbeConformance } from './testing/probe-conformance.fixture.ts';
import { testRegistersConformance } from './testing/registers-conformance.fixture.ts';
import { testScrewdriverConformance } from './testing/screwdriver-conformance.fixture.ts';
import { testTwoPositionConformance } from './testing/two-position-conformance.fixture.ts';
import { testVacuumConformance } from './testing/vacuum-conformance.fixture.ts';
import { testVariablesConformance } from './testing/variables-conformance.fixture.ts';

/** One suite per capability; each runs on every kind that has it. */
const suites: { readonly [Name in CapabilityName]: (kind: EquipmentKind, fields: Reached['fields']) => void } = {
  actions: (kind) => (hasOwnActions(kind) ? testFixedActionsConformance(kind) : testActionsConformance(kind)),
  files: testFilesConformance,
  forceSensor: testForceSensorConformance,
  gripper: (kind, fields) =>
    hasPositions(kind) ? testTwoPositionConformance(kind, fields) : testGripperConformance(kind, fields),
  lift: testLiftConformance,
  probe: testProbeConformance,
  registers: testRegistersConformance,
  screwdriver: testScrewdriverConformance,
  vacuum: testVacuumConformance,
  variables: testVariablesConformance,
};

function hasPositions(kind: EquipmentKind): boolean {
  return describeCapabilities({ kind }).gripper?.positions !== undefined;
}

/** Those of the kind itself, which no configuration changes. */
function hasOwnActions(kind: EquipmentKind): boolean {
  return (describeCapabilities({ kind }).actions?.actions.length ?? 0) > 0;
}

for (const kind of equipmentKinds) {
  for (const capability of capabilitiesOfKind(kind)) {
    for (const { over, fields } of waysTo(kind)) {
      describe(`${kind}${over} as a ${capability}`, () => suites[capability](kind, fields));
    }
  }
}
