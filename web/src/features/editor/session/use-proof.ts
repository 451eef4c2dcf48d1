import type { ProofFinding, ProofReport, Routine } from '@cellwright/domain';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { cell } from '../../../api/cell.ts';
import { findWorst } from './worst-findings.ts';

/** The proof of the routine as it was when somebody asked for it. */
export interface Proof {
  readonly isRunning: boolean;
  readonly report: ProofReport | undefined;
  /** The routine has changed since. */
  readonly isOld: boolean;
  readonly error: unknown;
  /** The worst finding of each step that has one. */
  readonly worstByStep: ReadonlyMap<string, ProofFinding>;
  prove(): void;
}

interface Proved {
  readonly routine: Routine;
  readonly report?: ProofReport;
  readonly error?: unknown;
}

export function useProof(routine: Routine): Proof {
  const [proved, setProved] = useState<Proved>();
  const [isRunning, setRunning] = useState(false);
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);
  const prove = useCallback(() => {
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    setRunning(true);
    const note = (result: Pick<Proved, 'report' | 'error'>) => {
      if (controller.signal.aborted) return;
      setProved({ routine, ...result });
      setRunning(false);
    };
    cell.routines.prove(routine, controller.signal).then(
      (report) => note({ report }),
      (error: unknown) => note({ error }),
    );
  }, [routine]);
  const report = proved?.report;
  const worstByStep = useMemo(() => findWorst(report?.findings ?? []), [report]);
  const isOld = proved !== undefined && proved.routine !== routine;
  return { isRunning, report, isOld, error: proved?.error, worstByStep, prove };
}
