import type { Routine } from '@cellwright/domain/routine';
import type { ProofFinding, ProofReport } from '@cellwright/domain/run';
import { useMemo } from 'react';
import { proveUnsaved } from '../../../api/prove-routine.ts';
import { type Asked, useAsked } from '../../../ui/use-asked.ts';
import { findWorst } from './worst-findings.ts';

/** Dry run of the routine at the time of the request. */
export interface Proof extends Asked<ProofReport> {
  /** Worst finding of each step that has one. */
  readonly worstByStep: ReadonlyMap<string, ProofFinding>;
}

/** Returns how a dry run of the routine as it is now went. */
export function describeDryRun({ isRunning, report, isOld }: Proof): 'none' | 'running' | 'completed' | 'failed' {
  if (isRunning) return 'running';
  if (report === undefined || isOld) return 'none';
  return report.outcome === 'completed' ? 'completed' : 'failed';
}

export function useProof(routine: Routine): Proof {
  const asked = useAsked(routine, proveUnsaved);
  const { report } = asked;
  const worstByStep = useMemo(() => findWorst(report?.findings ?? []), [report]);
  return { ...asked, worstByStep };
}
