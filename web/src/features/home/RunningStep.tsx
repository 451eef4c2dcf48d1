import { useTranslation } from 'react-i18next';
import { useCellEnvironment } from '../../api/use-cell-environment.ts';
import { useLoadedRoutine } from '../../api/use-loaded-routine.ts';
import { indexSteps } from '../../parts/step-index.ts';
import { describeStep } from '../../parts/step-sentence.ts';
import parts from './HomeParts.module.css';

interface Props {
  readonly stepID: string;
  readonly path: string;
}

/** Current step as a sentence; only its number until the routine is known. */
export default function RunningStep({ stepID, path }: Props) {
  const { i18n } = useTranslation();
  const environment = useCellEnvironment();
  const routine = useLoadedRoutine();
  const step = routine && indexSteps(routine.steps).get(stepID)?.step;
  const spaceItems = [...(routine?.space ?? []), ...(environment.spaceItems ?? [])];
  return (
    <p className={parts.sentence} data-testid="running-step">
      <b className="tabular">{path}</b>{' '}
      {step && describeStep({ routine, spaceItems, cell: environment }, step, i18n.language)}
    </p>
  );
}
