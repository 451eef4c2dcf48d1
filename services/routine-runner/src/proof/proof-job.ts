import type { ArmModel } from '@cellwright/arm';
import type { ProofOptions, ProofReport } from '@cellwright/domain';
import type { RobotFacts } from './proof-cell.ts';

/** A stored routine, or a file that is not stored. */
export type ProofSubject =
  | { readonly kind: 'stored'; readonly routineID: string }
  | { readonly kind: 'file'; readonly json: Uint8Array };

/** What the process of a proof is told; it fetches the routine and the devices itself. */
export interface ProofJob {
  readonly subject: ProofSubject;
  readonly options: ProofOptions;
  readonly arm: ArmModel;
  readonly facts: RobotFacts;
  readonly hasDeveloperAPI: boolean;
  /** gRPC addresses, host:port. */
  readonly addresses: { readonly library: string; readonly equipment: string };
}

/** What it answers, once. */
export type ProofAnswer =
  | { readonly ok: true; readonly report: ProofReport }
  | { readonly ok: false; readonly code: string; readonly message: string };
