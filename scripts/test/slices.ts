import type { Slice } from '@cellwright/testkit/exhaustive';

/** Seconds of an exhaustive run of a file, measured on two cores, where it differs from most files of its kind. */
export const exhaustiveSeconds: Readonly<Record<string, number>> = {
  'scripts/check/cluster/admission.cluster.test.ts': 15,
  'services/cell/e2e/examples.timed.test.ts': 400,
  'services/cell/e2e/faults/cell-loss.timed.test.ts': 70,
  'services/cell/e2e/faults/compact.timed.test.ts': 175,
  'services/cell/e2e/faults/device-loss.process.test.ts': 85,
  'services/cell/e2e/faults/machine-loss.timed.test.ts': 400,
  'services/cell/e2e/faults/processes.timed.test.ts': 300,
  'services/cell/e2e/internal-ports.process.test.ts': 75,
  'services/cell/e2e/newcomer.process.test.ts': 95,
  'services/cell/e2e/proof-times.timed.test.ts': 200,
  'services/cell/e2e/sorting.arm.test.ts': 60,
  'services/equipment/src/caller-gone.test.ts': 25,
  'services/equipment/src/crash.test.ts': 35,
  'services/equipment/src/outside/modbus.test.ts': 25,
  'services/equipment/src/vision/find-parts.test.ts': 155,
  'services/gateway/src/door/door.test.ts': 40,
  'services/motion/src/domain/move/random-scenes.property.test.ts': 61,
  'services/motion/src/sockets/planner-socket.property.test.ts': 36,
  'web/e2e/accessibility.page.test.ts': 90,
  'web/e2e/carried.arm.test.ts': 10,
  'web/e2e/condition-editor.arm.test.ts': 12,
  'web/e2e/control.arm.test.ts': 20,
  'web/e2e/debugging.arm.test.ts': 30,
  'web/e2e/devices.arm.test.ts': 15,
  'web/e2e/gallery.page.test.ts': 20,
  'web/e2e/german.page.test.ts': 12,
  'web/e2e/gloves.arm.test.ts': 320,
  'web/e2e/home.arm.test.ts': 20,
  'web/e2e/keyboard.arm.test.ts': 30,
  'web/e2e/newcomer.process.test.ts': 85,
  'web/e2e/operator.page.test.ts': 20,
  'web/e2e/prompt.arm.test.ts': 20,
  'web/e2e/run-bar.arm.test.ts': 15,
  'web/e2e/scene-objects.arm.test.ts': 20,
  'web/e2e/scene.page.test.ts': 25,
  'web/e2e/screens.arm.test.ts': 20,
  'web/e2e/screens.page.test.ts': 20,
  'web/e2e/several-steps.page.test.ts': 80,
  'web/e2e/stacking-losses-compact-simulated.process.test.ts': 270,
  'web/e2e/stacking-losses-compact-twin.process.test.ts': 270,
  'web/e2e/stacking-losses-processes-simulated.process.test.ts': 180,
  'web/e2e/stacking-losses-processes-twin.process.test.ts': 180,
  'web/e2e/stacking-losses-restarts-simulated.process.test.ts': 110,
  'web/e2e/stacking-losses-restarts-twin.process.test.ts': 130,
  'web/e2e/stacking-losses-services-simulated.process.test.ts': 180,
  'web/e2e/stacking-losses-services-twin.process.test.ts': 180,
  'web/e2e/step-forms.page.test.ts': 20,
  'web/e2e/stop.page.test.ts': 15,
  'web/e2e/trust.page.test.ts': 15,
  'services/routine-runner/src/domain/arm/stops.property.test.ts': 25,
  'services/routine-runner/src/domain/hand/jog/singularity.test.ts': 45,
  'services/routine-runner/src/domain/run/interiors.test.ts': 32,
  'services/dry-run/src/prove/planted-mistakes.test.ts': 30,
  'services/routine-runner/src/code-blocks/escapes.test.ts': 10,
  'services/routine-runner/src/scripts/escapes.test.ts': 25,
};
const endToEndSeconds = 45;
const otherSeconds = 5;

/** Returns the approximate seconds of an exhaustive run of a file. */
export function secondsOfFile(file: string): number {
  return exhaustiveSeconds[file] ?? (/\.(page|arm|process|timed)\.test\./.test(file) ? endToEndSeconds : otherSeconds);
}

/** Distributes files to slices of similar duration; every file is in exactly one slice. */
export function filesOfSlice(
  files: readonly string[],
  { index, count }: Slice,
  secondsOf: (file: string) => number = secondsOfFile,
): string[] {
  const slices = Array.from({ length: count }, () => ({ seconds: 0, files: [] as string[] }));
  const longestFirst = [...files].sort((a, b) => secondsOf(b) - secondsOf(a) || (a < b ? -1 : 1));
  for (const file of longestFirst) {
    const lightest = slices.reduce((least, slice) => (slice.seconds < least.seconds ? slice : least));
    lightest.files.push(file);
    lightest.seconds += secondsOf(file);
  }
  return slices[index - 1]?.files.sort() ?? [];
}
