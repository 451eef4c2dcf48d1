import { isExhaustive } from '@cellwright/testkit/exhaustive';
import { describe, it } from 'vitest';
import type { CapabilityName } from './capabilities/index.ts';
import { actionTrial } from './conformance/actions.ts';
import { machineTrial } from './conformance/machine.ts';
import { screwdriverTrial } from './conformance/screwdriver.ts';
import { hasOwnActions, suites } from './conformance/suites.ts';
import { capabilitiesOfKind, type EquipmentKind, equipmentContracts, equipmentKinds } from './contracts.ts';
import { testActions } from './testing/actions-conformance.fixture.ts';
import { openBench } from './testing/device-bench.fixture.ts';
import { testDeviceInTrouble } from './testing/device-trouble.fixture.ts';
import { testFilesInTrouble } from './testing/files-conformance.fixture.ts';
import { type Reached, waysTo } from './testing/interfaces.fixture.ts';
import { testLift } from './testing/lift-conformance.fixture.ts';
import { testProbe } from './testing/probe-conformance.fixture.ts';
import { testRegisters } from './testing/registers-conformance.fixture.ts';
import { testVacuum } from './testing/vacuum-conformance.fixture.ts';
import { testVariables } from './testing/variables-conformance.fixture.ts';

/** Cases of a suite for trouble that only a simulator can have. */
const further: { readonly [Name in CapabilityName]?: (kind: EquipmentKind) => void } = {
  actions: (kind) => (hasOwnActions({ kind }) ? testDeviceInTrouble(kind, actionTrial) : testActions(kind)),
  files: testFilesInTrouble,
  lift: testLift,
  machine: (kind) => testDeviceInTrouble(kind, machineTrial),
  probe: testProbe,
  registers: testRegisters,
  screwdriver: (kind) => testDeviceInTrouble(kind, screwdriverTrial),
  vacuum: testVacuum,
  variables: testVariables,
};

function testCases(kind: EquipmentKind, capability: CapabilityName, fields: Reached['fields']): void {
  const config = equipmentContracts[kind].config.parse({ kind, ...fields });
  it.each(suites[capability].cases(config).map((one) => [one.title, one] as const))('%s', async (_, one) => {
    const bench = await openBench(kind, fields);
    try {
      await one.run(bench);
    } finally {
      await bench.close();
    }
  });
}

/** The default interface of a device in `npm test`, every interface in exhaustive runs. */
const triedWaysTo = (kind: EquipmentKind) => (isExhaustive() ? waysTo(kind) : waysTo(kind).slice(0, 1));

for (const kind of equipmentKinds) {
  for (const capability of capabilitiesOfKind(kind)) {
    for (const { over, fields } of triedWaysTo(kind)) {
      describe(`${kind}${over} as a ${capability}`, () => testCases(kind, capability, fields));
    }
    const test = further[capability];
    if (test) describe(`${kind} as a ${capability} in trouble`, () => test(kind));
  }
}
