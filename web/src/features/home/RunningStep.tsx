import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cell } from '../../api/cell.ts';
import { useCellEnvironment } from '../../api/use-cell-environment.ts';
import { indexSteps } from '../../parts/step-index.ts';
import { describeStep } from '../../parts/step-sentence.ts';
import styles from './Home.module.css';

interface Props {
  readonly routineID: string;
  readonly version: number;
  readonly stepID: string;
  readonly path: string;
}

/** The step that runs, as a sentence; only its number where the routine has been changed since it was loaded. */
export default function RunningStep({ routineID, version, stepID, path }: Props) {
  const { i18n } = useTranslation();
  const environment = useCellEnvironment();
  const { data: routine } = useQuery({
    queryKey: ['routines', routineID, 'of version', version],
    queryFn: ({ signal }) => cell.routines.get(routineID, { signal }),
  });
  const step = routine && indexSteps(routine.steps).get(stepID)?.step;
  const spaceItems = [...(routine?.space ?? []), ...(environment.spaceItems ?? [])];
  return (
    <p className={styles.sentence} data-testid="running-step">
      <b className="tabular">{path}</b>{' '}
      {step && describeStep({ routine, spaceItems, cell: environment }, step, i18n.language)}
    </p>
  );
}
