import { proveRoutineFile, testRoutineFile } from '@cellwright/calls';
import { fileOf } from '@cellwright/client';
import type { Routine, RoutineTestsReport } from '@cellwright/domain/routine';
import type { ProofReport } from '@cellwright/domain/run';
import { cell } from './cell.ts';

const withMotion = JSON.stringify({ recordsMotion: true });

/** Dry-runs a routine as it is in the editor, not as it is stored, and records its motion. */
export function proveUnsaved(routine: Routine, signal: AbortSignal): Promise<ProofReport> {
  return cell.call(proveRoutineFile, { options: withMotion }, { document: fileOf(routine), signal });
}

/** Dry-runs a routine file that is not stored. */
export function proveFile(file: object, signal: AbortSignal): Promise<ProofReport> {
  return cell.call(proveRoutineFile, {}, { document: file, signal });
}

/** Runs the tests of a routine as it is in the editor, not as it is stored. */
export function testUnsaved(routine: Routine, signal: AbortSignal): Promise<RoutineTestsReport> {
  return cell.call(testRoutineFile, {}, { document: fileOf(routine), signal });
}
