import { useResume, useUnfinishedRun } from '../../api/use-resume.ts';
import { ResumeCard } from '../../parts/resume/ResumeCard.tsx';

/** A run that the cell went down in is offered to be gone on with; one that was stopped or failed, on its own page. */
export default function InterruptedRun() {
  const run = useUnfinishedRun();
  const resume = useResume(run?.status === 'interrupted' ? run : undefined);
  return resume ? <ResumeCard key={run?.id} {...resume} /> : null;
}
