import { type BuildManifest, type InstallStage, installStages } from '@cellwright/domain/software';

/** 'rollingBack' until the previous build runs again. */
export const installOutcomes = ['running', 'committed', 'rollingBack', 'rolledBack'] as const;
export type InstallOutcome = (typeof installOutcomes)[number];

/** An install: the last completed stage, and the data to continue after a crash. */
export interface InstallRecord {
  readonly id: string;
  readonly build: BuildManifest;
  /** Build to which a failed install returns. */
  readonly fromBuildID: string;
  readonly stage: InstallStage;
  readonly outcome: InstallOutcome;
  /** Location of the registry if it is a stick. */
  readonly source: string | null;
  /** True if an operator accepted the expired metadata of the stick. */
  readonly isExpiredConfirmed: boolean;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Store of the journal. A record is complete before `save` resolves. */
export interface Journal {
  /** Returns the newest install. */
  findLast(): Promise<InstallRecord | undefined>;
  save(record: InstallRecord): Promise<void>;
}

/** Returns the stage after a complete one; undefined after the last. */
export function findNextStage(stage: InstallStage): InstallStage | undefined {
  return installStages[installStages.indexOf(stage) + 1];
}

export function isUnderWay({ outcome }: InstallRecord): boolean {
  return outcome === 'running' || outcome === 'rollingBack';
}
