import { type Problem, problemSchema, type Routine } from '@cellwright/domain/routine';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';
import { listPackageFolders } from '../../../api/load-kinds.ts';
import { translateMessages } from '../../../i18n/cell-words.ts';
import type { ValidationTask } from './check-task.ts';

const restMS = 150;
const answerSchema = z.object({ number: z.number(), problems: z.array(problemSchema) });

/**
 * Returns all problems of the routine by the rules of the runner, while it is typed. Undefined before the first check.
 */
export function useProblems(routine: Routine, cell: ValidationTask['cell']): readonly Problem[] | undefined {
  const [problems, setProblems] = useState<readonly Problem[]>();
  const worker = useRef<Worker>(undefined);
  const newest = useRef(0);
  const sentPackages = useRef<ValidationTask['packages']>(undefined);
  useEffect(() => {
    const checker = new Worker(new URL('./validate.worker.ts', import.meta.url), { type: 'module' });
    worker.current = checker;
    sentPackages.current = undefined;
    checker.onmessage = ({ data }) => {
      const answer = answerSchema.parse(data);
      if (answer.number === newest.current) setProblems(answer.problems);
    };
    return () => checker.terminate();
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => {
      const packages = listPackageFolders();
      const isSent = packages === sentPackages.current;
      sentPackages.current = packages;
      const task: ValidationTask = { number: ++newest.current, routine, cell, ...(!isSent && { packages }) };
      worker.current?.postMessage(task);
    }, restMS);
    return () => clearTimeout(timer);
  }, [routine, cell]);
  const { i18n } = useTranslation();
  // Another language shows the same problems in its words.
  return useMemo(() => problems && translateMessages(problems, i18n.language), [problems, i18n.language]);
}
