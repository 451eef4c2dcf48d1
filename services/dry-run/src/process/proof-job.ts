import type { ArmModel } from '@cellwright/arm';
import type { StackReport } from '@cellwright/domain/pallet';
import type { RobotKind } from '@cellwright/domain/robot';
import type { RoutineTestsReport } from '@cellwright/domain/routine';
import type { ProofOptions, ProofReport } from '@cellwright/domain/run';
import type { Proofs } from '@cellwright/service-kit/callers';

/** A stored routine, or a file that is not stored. */
export type ProofSubject =
  | { readonly kind: 'stored'; readonly routineID: string }
  | { readonly kind: 'file'; readonly json: Uint8Array };

/** A job for the process of a dry run; it loads the routine and the devices itself. */
export interface ProofJob extends JobParts {
  readonly wanted: 'proof';
  readonly subject: ProofSubject;
  readonly options: ProofOptions;
}

/** The same for the tests that a routine carries. */
export interface TestJob extends JobParts {
  readonly wanted: 'tests';
  readonly subject: ProofSubject;
  readonly robotKind: RobotKind;
}

/** A job that checks whether boxes can be stacked. */
export interface StackJob extends JobParts {
  readonly wanted: 'stack';
  /** As received: JSON of stackQuestionSchema. */
  readonly question: Uint8Array;
}

export type AnyJob = ProofJob | TestJob | StackJob;

export interface JobParts {
  readonly arm: ArmModel;
  /** As received: JSON of robotFactsSchema. */
  readonly facts: Uint8Array;
  readonly hasDeveloperAPI: boolean;
  /** Folder with the packages of kinds; undefined for none. */
  readonly packagesPath: string | undefined;
  /** gRPC addresses, host:port. */
  readonly addresses: { readonly library: string; readonly equipment: string };
  readonly proofs: Pick<Proofs<'dry-run'>, 'library' | 'equipment'>;
}

/** Answer to each job. */
export interface ReportOf {
  readonly proof: ProofReport;
  readonly tests: RoutineTestsReport;
  readonly stack: StackReport;
}
export type ProofAnswer<Report = ReportOf[keyof ReportOf]> =
  | { readonly ok: true; readonly report: Report }
  | { readonly ok: false; readonly code: string; readonly message: string };
