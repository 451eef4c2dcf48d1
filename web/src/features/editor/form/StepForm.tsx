import { isBlockingProblem, type Step } from '@cellwright/domain';
import { findStepContract } from '@cellwright/steps/contracts';
import { TextInput } from '@mantine/core';
import { IconPointer } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { contractText } from '../../../i18n/contract-text.ts';
import { kindLabel } from '../../../ui/kind-label.ts';
import { EmptyState } from '../../../ui/States.tsx';
import { argsOf, findEntry } from '../../../ui/step-index.ts';
import { changeStep, setArgs } from '../document/edit-steps.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { FieldList, withChanged } from './FieldList.tsx';
import type { ChangeFields } from './field-props.ts';
import { useFieldsInUse } from './use-fields-in-use.ts';

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
  const { session, problemsByStep, mayEdit } = useEditor();
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
  const fields = useFieldsInUse(step.stepKind, args, problems);
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
      <FieldList fields={fields} values={args} problems={problems} prefix="" onChange={setFields} />
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
