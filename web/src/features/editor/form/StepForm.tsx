import { isBlockingProblem, type Step } from '@cellwright/domain';
import { findStepContract } from '@cellwright/steps/contracts';
import { Button, TextInput } from '@mantine/core';
import { IconArrowsUpDown, IconPointer } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLengthUnit } from '../../../api/use-me.ts';
import { withChanged } from '../../../forms/field-props.ts';
import { type FormField, formFields } from '../../../forms/form-fields.ts';
import { columnLook, FormLookContext } from '../../../forms/form-look.ts';
import { contractText } from '../../../i18n/contract-text.ts';
import { StepFields } from '../../../kinds/StepFields.tsx';
import type { ChangeStep } from '../../../kinds/step-ui.ts';
import { kindLabel } from '../../../parts/kind-label.ts';
import { argsOf, findEntry } from '../../../parts/step-index.ts';
import { EmptyState } from '../../../ui/States.tsx';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { changeStep, setArgs } from '../document/edit-steps.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
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
  const { session, cell, problemsByStep, mayEdit, commands } = useEditor();
  const { routine, apply } = session;
  const contract = findStepContract(step.stepKind);
  const args = argsOf(routine, step.id);
  const problems = problemsByStep.get(step.id) ?? [];
  const fieldProblems = problems.map((problem) => ({ ...problem, isWarning: !isBlockingProblem(problem) }));
  const own = problems.filter(({ fieldId }) => fieldId === undefined || fieldId === 'steps' || fieldId === 'stepKind');
  const setFields: ChangeStep = (changed, alongside) =>
    apply(
      (now) => setArgs(alongside?.(now) ?? now, step.id, withChanged(args, changed)),
      alongside ? undefined : `${step.id} ${Object.keys(changed).join(' ')}`,
    );
  const fields = useStepFields(step.stepKind);
  const length = useLengthUnit();
  const look = useMemo(() => columnLook(length), [length]);
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
    return contract ? formFields(contract.args, stepWords(t)) : [];
  }, [stepKind, t]);
}
