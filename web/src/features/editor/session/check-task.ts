import type { Problem, Routine } from '@cellwright/domain/routine';
import { type CellEnvironment, validateRoutine } from '@cellwright/steps/contracts';
import { loadKindPackages, type PackageFolder } from '@cellwright/steps/packaged';

/** A routine to validate in a worker, so that typing never waits for it. */
export interface ValidationTask {
  readonly number: number;
  readonly routine: Routine;
  readonly cell: CellEnvironment;
  /** Packages of kinds; absent if they are the same as before. */
  readonly packages?: readonly PackageFolder[];
}

export interface ValidationAnswer {
  readonly number: number;
  readonly problems: readonly Problem[];
}

/** Validates a routine, with the kinds of packages that the page has loaded: a worker shares none of them. */
export function checkTask({ number, routine, cell, packages }: ValidationTask): ValidationAnswer {
  if (packages !== undefined) loadKindPackages(packages);
  return { number, problems: validateRoutine(routine, cell) };
}
