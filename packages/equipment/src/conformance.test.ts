import { describe } from 'vitest';
import type { CapabilityName } from './capabilities/index.ts';
import { capabilitiesOfKind, type EquipmentKind, equipmentKinds } from './contracts.ts';
import { testGripperConformance } from './testing/gripper-conformance.fixture.ts';

/** One suite per capability; each runs on every kind that has it. */
const suites: { readonly [Name in CapabilityName]: (kind: EquipmentKind) => void } = {
  gripper: testGripperConformance,
};

for (const kind of equipmentKinds) {
  for (const capability of capabilitiesOfKind(kind)) {
    describe(`${kind} as a ${capability}`, () => suites[capability](kind));
  }
}
