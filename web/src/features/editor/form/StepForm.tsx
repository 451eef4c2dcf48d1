import { isBlockingProblem, type Step } from '@cellwright/domain/routine';
import { findStepContract } from '@cellwright/steps/contracts';
import { Button, TextInput } from '@mantine/core';
import { IconArrowsUpDown, IconPointer } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLengthUnit } from '../../../api/use-me.ts';
import { type FormField, formFields } from '../../../forms/form-fields.ts';
import { columnLook, FormLookContext } from '../../../forms/form-look.ts';
import { stepText } from '../../../i18n/contract-text.ts';
import { StepFields } from '../../../kinds/StepFields.tsx';
import type { ChangeStep } from '../../../kinds/step-ui.ts';
import { kindLabel } from '../../../parts/kind-label.ts';
import { argsOf, findEntry } from '../../../parts/step-index.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { takesWaypoints } from '../document/add-waypoints.ts';
import { changeAlike, findAlike } from '../document/edit-alike.ts';
import { changeStep } from '../document/edit-steps.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { RecordPath } from '../record/RecordPath.tsx';
import { BranchButtons } from './BranchButtons.tsx';
import { StepPath } from './StepPath.tsx';
import { stepForm, stepWords } from './step-form.tsx';

/** Form of the selected step, with the problems at their fields. */
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
  const { t } = useTranslation(['translation', 'transform']);
  const { session, cell, problemsByStep, mayEdit, commands, selection } = useEditor();
  const { routine, apply } = session;
  const contract = findStepContract(step.stepKind);
  const args = argsOf(routine, step.id);
  const problems = problemsByStep.get(step.id) ?? [];
  const fieldProblems = problems.map((problem) => ({ ...problem, isWarning: !isBlockingProblem(problem) }));
  const [wantsAll, setWantsAll] = useState(false);
  const alike = findAlike(routine, selection.ids, step.stepKind);
  const changesAll = wantsAll && alike.length > 1;
  const own = problems.filter(({ fieldId }) => fieldId === undefined || fieldId === 'steps' || fieldId === 'stepKind');
  const setFields: ChangeStep = (changed, alongside) =>
    apply(
      (now) => changeAlike(alongside?.(now) ?? now, changesAll ? alike : [step.id], args, changed),
      alongside ? undefined : `${step.id} ${changesAll} ${Object.keys(changed).join(' ')}`,
    );
  const fields = useStepFields(step.stepKind);
  const length = useLengthUnit();
  const look = useMemo(() => columnLook(length), [length]);
  return (
    <fieldset className={styles.form} disabled={!mayEdit} data-testid="step-form">
      <legend className={styles.formTitle}>{kindLabel(step.stepKind)}</legend>
      <StepPath step={step} />
      <p className={styles.hint}>
        {contract ? stepText(contract.kind, 'description', contract.description) : t('editor.unknownKind')}
      </p>
      {!contract && <p className={styles.hint}>{t('editor.unknownKindHelp')}</p>}
      {own.map((problem) => (
        <p key={problem.message} className={styles.problem} data-blocking={isBlockingProblem(problem)} role="alert">
          {problem.message}
        </p>
      ))}
      {alike.length > 1 && (
        <Segments
          label={t('transform:applyTo')}
          choices={[
            { value: 'one', label: t('transform:thisStep') },
            { value: 'all', label: t('transform:allSteps', { count: alike.length }) },
          ]}
          value={changesAll ? 'all' : 'one'}
          onChange={(value) => setWantsAll(value === 'all')}
        />
      )}
      {commands.canReverse() && (
        <Button
          size="md"
          variant="default"
          leftSection={<IconArrowsUpDown size={iconSizes.sm} aria-hidden />}
          onClick={() => commands.reverse()}
        >
          {t('transform:reverse')}
        </Button>
      )}
      {takesWaypoints(routine, step.id) && <RecordPath moveID={step.id} />}
      <FormLookContext value={look}>
        <StepFields
          kind={step.stepKind}
          fields={fields}
          values={args}
          problems={fieldProblems}
          prefix=""
          form={stepForm}
          cell={cell}
          onChange={setFields}
        />
      </FormLookContext>
      <BranchButtons stepID={step.id} />
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

/** Returns the fields of a step's contract; none for a kind that this build does not know. */
function useStepFields(stepKind: string): readonly FormField[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const contract = findStepContract(stepKind);
    return contract ? formFields(contract.args, stepWords(t, contract.kind)) : [];
  }, [stepKind, t]);
}
