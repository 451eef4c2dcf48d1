import { isBlockingProblem, type Step } from '@cellwright/domain';
import { findStepContract } from '@cellwright/steps/contracts';
import { TextInput } from '@mantine/core';
import { IconPointer } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFlag } from '../../../api/use-flags.ts';
import { contractText } from '../../../i18n/contract-text.ts';
import { kindLabel } from '../../../ui/kind-label.ts';
import { EmptyState } from '../../../ui/States.tsx';
import { argsOf, findEntry } from '../../../ui/step-index.ts';
import { changeStep, setArgs } from '../document/edit-steps.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { describeFields } from './describe-fields.ts';
import { FieldList, withChanged } from './FieldList.tsx';
import type { ChangeFields, Values } from './field-props.ts';
import { targetNames } from './target-fields.ts';

/** The selected step: what its contract asks for, with what is wrong at each field. */
export function StepForm() {
  const { t } = useTranslation();
  const { session, selection } = useEditor();
  const step = selection.focusID === undefined ? undefined : findEntry(session.routine, selection.focusID)?.step;
  if (!step) {
    return <EmptyState Icon={IconPointer} title={t('editor.noStep')} text={t('editor.noStepHelp')} />;
  }
  return <FormOf key={step.id} step={step} />;
}

function FormOf({ step }: { readonly step: Step }) {
  const { t } = useTranslation();
  const { session, problemsByStep, mayEdit, cell } = useEditor();
  const { routine, apply } = session;
  const contract = findStepContract(step.stepKind);
  const args = argsOf(routine, step.id);
  const problems = problemsByStep.get(step.id) ?? [];
  const own = problems.filter(({ fieldId }) => fieldId === undefined || fieldId === 'steps' || fieldId === 'stepKind');
  const setFields: ChangeFields = (changed, alongside) =>
    apply(
      (now) => setArgs(alongside?.(now) ?? now, step.id, withChanged(args, changed)),
      alongside ? undefined : `${step.id} ${Object.keys(changed).join(' ')}`,
    );
  const fields = contract ? describeFields(contract) : [];
  const hasStopEarly = useFlag('stopEarlyIf');
  const hasLift = cell.equipment?.some(({ capabilities }) => capabilities.includes('lift')) ?? false;
  const isWaypoint = step.stepKind === 'Waypoint';
  return (
    <fieldset className={styles.form} disabled={!mayEdit} data-testid="step-form">
      <legend className={styles.formTitle}>{kindLabel(step.stepKind)}</legend>
      <p className={styles.hint}>{contract ? contractText(contract.description) : t('editor.unknownKind')}</p>
      {!contract && <p className={styles.hint}>{t('editor.unknownKindHelp')}</p>}
      {own.map((problem) => (
        <p key={problem.message} className={styles.problem} data-blocking={isBlockingProblem(problem)} role="alert">
          {problem.message}
        </p>
      ))}
      <FieldList
        fields={
          isWaypoint ? fields.filter(({ name }) => waypointFields(args, { hasStopEarly, hasLift }).has(name)) : fields
        }
        values={args}
        problems={problems}
        prefix=""
        onChange={setFields}
      />
      <TextInput
        size="md"
        label={t('editor.description')}
        placeholder={t('editor.descriptionHelp')}
        value={step.description ?? ''}
        onChange={({ currentTarget: { value } }) =>
          apply((now) => changeStep(now, step.id, { description: value || undefined }), `${step.id} description`)
        }
      />
    </fieldset>
  );
}

/** The fields that a waypoint's kind of target uses. */
function waypointFields(
  args: Values,
  { hasStopEarly, hasLift }: { readonly hasStopEarly: boolean; readonly hasLift: boolean },
): ReadonlySet<string> {
  const { targetKind, speedLimitOption, useParentBlendConfig, stopEarlyConditions = '' } = args;
  return new Set([
    ...targetNames,
    'motionKind',
    'tcpOption',
    'motionSpeed',
    'stopHere',
    'useParentBlendConfig',
    'shouldMatchJointAngles',
    'speedLimitOption',
    ...(hasLift ? ['moveDynamicBaseToReachPosition', 'shouldMatchDynamicBasePosition'] : []),
    ...(useParentBlendConfig === false ? ['blendConfig'] : []),
    ...(speedLimitOption === 'CUSTOM' ? ['speedProfile'] : []),
    ...(targetKind === 'relative' ? ['relativeConfig', 'distanceUnit'] : []),
    // What a routine has set is played whatever the flag says, so it is shown.
    ...(hasStopEarly || stopEarlyConditions !== '' ? ['stopEarlyConditions'] : []),
  ]);
}
