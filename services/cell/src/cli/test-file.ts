import { durationText } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import type { RoutineTestResult, RoutineTestVerdict } from '@cellwright/domain/routine';
import type { CellClient } from './cell-client.ts';
import type { Output } from './output.ts';

/** Runs the tests of a routine file and prints their results. Returns the exit code: 1 when one failed. */
export async function testFile(
  client: CellClient,
  fileText: string,
  robotKind: RobotKind,
  output: Output,
): Promise<number> {
  const report = await client.testFile(fileText, robotKind);
  for (const test of report.tests) for (const line of describeTest(test)) output.line(line);
  const passed = report.tests.filter((test) => test.passed).length;
  const text = `${passed} of ${report.tests.length} tests passed. Computed in ${durationText(report.computedSeconds, 2)}`;
  output.result({ ...report }, text);
  return report.passed ? 0 : 1;
}

/** Returns a line for the test, followed by one for each deviation. */
function describeTest({ name, passed, durationSeconds, verdicts }: RoutineTestResult): string[] {
  const head = `${passed ? 'passed' : 'failed'}  ${name} (${durationText(durationSeconds, 2)})`;
  return [head, ...verdicts.filter((verdict) => !verdict.passed).map(describeVerdict)];
}

function describeVerdict({ field, expected, seen }: RoutineTestVerdict): string {
  return `        ${field}: expected ${expected}, but ${seen}`;
}
