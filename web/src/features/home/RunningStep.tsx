import type { TreeEntry } from '@cellwright/domain/routine';
import { findStepContract } from '@cellwright/steps/contracts';
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

/**
 * Current step as a sentence, after the author's label of the step that it is a part of; only its number until the
 * routine is known.
 */
export default function RunningStep({ stepID, path }: Props) {
  const { i18n } = useTranslation();
  const environment = useCellEnvironment();
  const routine = useLoadedRoutine();
  const entry = routine && indexSteps(routine.steps).get(stepID);
  const whole = entry && labelOfWhole(entry);
  const spaceItems = [...(routine?.space ?? []), ...(environment.spaceItems ?? [])];
  return (
    <p className={parts.sentence} data-testid="running-step">
      <b className="tabular">{path}</b> {whole && `${whole}: `}
      {entry && describeStep({ routine, spaceItems, cell: environment }, entry.step, i18n.language)}
    </p>
  );
}

/** Returns the label of the step that a step without a label is a part of, like a waypoint of its move. */
function labelOfWhole({ step, parent }: TreeEntry): string | undefined {
  if (step.description || !parent) return undefined;
  const isPart = findStepContract(parent.step.stepKind)?.children.allowedKinds !== undefined;
  return isPart ? parent.step.description : undefined;
}
