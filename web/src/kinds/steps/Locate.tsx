import { createId } from '@cellwright/domain/basics';
import type { SpaceItem } from '@cellwright/domain/space';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FieldList } from '../../forms/FieldList.tsx';
import forms from '../../forms/Forms.module.css';
import type { FieldProblem, Values } from '../../forms/field-props.ts';
import { nextName } from '../../ui/next-name.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import type { StepFormProps, StepUI } from '../step-ui.ts';

export const ui: StepUI = { Form: LocateForm };

const methods: ReadonlySet<string> = new Set(['blob', 'shape', 'textPrompt', 'customCheckpoint']);

/** Shows the settings of the chosen method. The values of the others are kept. */
function LocateForm(props: StepFormProps) {
  const { fields, values, problems } = props;
  const shown = fields.filter(({ name }) => isInUse(name, values));
  const listEnd = shown.findIndex(({ name }) => name === 'positionListID') + 1;
  const moved = hasNamedList(values) ? problems : problemsAtList(problems);
  return (
    <>
      <FieldList {...props} problems={moved} fields={shown.slice(0, listEnd)} />
      {values.positionListID === undefined && !hasNamedList(values) && <NewList {...props} />}
      <FieldList {...props} problems={moved} fields={shown.slice(listEnd)} />
    </>
  );
}

/** Adds an empty position list to the routine for the step to fill. */
function NewList({ cell, onChange }: StepFormProps) {
  const { t } = useTranslation();
  const add = () => {
    const id = createId('space');
    onChange({ positionListID: id }, (routine) => {
      const name = nextName(t('editor.newPositionListName'), [...routine.space, ...cell.spaceItems]);
      const list: SpaceItem = { id, kind: 'visionPositionList', name, positions: [], global: false };
      return { ...routine, space: [...routine.space, list] };
    });
  };
  return (
    <div className={forms.field}>
      <Button size="md" variant="default" leftSection={<IconPlus size={iconSizes.sm} aria-hidden />} onClick={add}>
        {t('editor.newPositionList')}
      </Button>
      <span className={forms.help}>{t('editor.newPositionListHelp')}</span>
    </div>
  );
}

/** True if a field belongs to all methods, or to the chosen one. A list is chosen by name only in imported routines. */
export function isInUse(name: string, values: Values): boolean {
  if (name === 'positionListName') return hasNamedList(values);
  const { method = 'blob' } = values;
  return !methods.has(name) || name === method;
}

function hasNamedList({ positionListID, positionListName = '' }: Values): boolean {
  return positionListID === undefined && positionListName !== '';
}

/** Returns the problems with that of a missing list at the field that chooses one. */
export function problemsAtList(problems: readonly FieldProblem[]): readonly FieldProblem[] {
  return problems.map((problem) =>
    problem.fieldId === 'positionListName' ? { ...problem, fieldId: 'positionListID' } : problem,
  );
}
