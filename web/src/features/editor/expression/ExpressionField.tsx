import { type Expression, expressionSchema } from '@cellwright/domain/routine';
import { Button, Switch } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../i18n/expression.ts';
import { FieldWarnings } from '../../../forms/FieldWarnings.tsx';
import forms from '../../../forms/Forms.module.css';
import { type FieldProps, problemAt } from '../../../forms/field-props.ts';
import { NumberField } from '../../../forms/NumberField.tsx';
import { useEditor } from '../editor-context.ts';
import { dropFormulaDrafts, FormulaPlaceContext } from '../session/formula-drafts.ts';
import { ExpressionEditor } from './ExpressionEditor.tsx';
import { firstCondition, firstConstant } from './first-condition.ts';

/** Edits a number or an expression, or an optional condition. */
export function ExpressionField(props: FieldProps) {
  const { field, fieldId, value, onChange } = props;
  const { t } = useTranslation('expression');
  const { session, selection, previewVersion } = useEditor();
  // A previewed version has the same steps, but not their unfinished formulas.
  const routineID = previewVersion === undefined ? session.routine.id : `${session.routine.id} v${previewVersion}`;
  const stepID = selection.focusID ?? '';
  const place = useMemo(() => ({ routineID, stepID, fieldId }), [routineID, stepID, fieldId]);
  const parsed = expressionSchema.safeParse(value);
  const expression = parsed.success ? parsed.data : undefined;
  const isNumber = field.control === 'numberOrExpression';
  const isCondition = field.control === 'condition';
  const first = isCondition ? firstCondition : firstConstant;
  if (isNumber && !expression) {
    return (
      <div className={forms.field}>
        <NumberField {...props} />
        <Switch
          size="md"
          label={t('computed')}
          checked={false}
          onChange={() => onChange(typeof value === 'number' ? { kind: 'constant', value } : first)}
        />
      </div>
    );
  }
  const isOptional = isNumber || !field.isRequired;
  return (
    <fieldset className={forms.group}>
      <legend className={forms.label}>{field.label}</legend>
      {isOptional && (
        <Switch
          size="md"
          label={t(isNumber ? 'computed' : isCondition ? 'useCondition' : 'useExpression')}
          description={field.help}
          checked={expression !== undefined}
          onChange={(event) => {
            dropFormulaDrafts(place);
            onChange(event.currentTarget.checked ? first : undefined);
          }}
        />
      )}
      {!isOptional && !expression && (
        <Button size="md" variant="default" onClick={() => onChange(first)}>
          {t('choose')}
        </Button>
      )}
      {expression && (
        <FormulaPlaceContext value={place}>
          <ExpressionEditor label={field.label} expression={expression} isCondition={isCondition} onChange={onChange} />
          <ResultUnit {...props} />
        </FormulaPlaceContext>
      )}
      <Problems {...props} expression={expression} />
    </fieldset>
  );
}

const unitOfDistance = new Map<unknown, string>([
  ['millimeter', 'mm'],
  ['inch', 'in'],
]);

/** An expression gives its number in the stored unit, which may differ from the one that fields show. */
function ResultUnit({ field: { unit }, beside }: FieldProps) {
  const { t } = useTranslation('expression');
  if (unit === undefined) return null;
  const shown = unit === 'distanceUnit' ? (unitOfDistance.get(beside.distanceUnit) ?? 'm') : unit;
  return <p className={forms.help}>{t('result', { unit: shown })}</p>;
}

function Problems({
  problems,
  fieldId,
  value,
  expression,
}: FieldProps & { readonly expression: Expression | undefined }) {
  if (!expression && value !== undefined) return <span className={forms.problem}>{problemAt(problems, fieldId)}</span>;
  const errors = problems
    .filter((problem) => problem.fieldId === fieldId || problem.fieldId?.startsWith(`${fieldId}.`))
    .filter(({ isWarning }) => isWarning !== true);
  return (
    <>
      {[...new Set(errors.map(({ message }) => message))].map((message) => (
        <span key={message} className={forms.problem} role="alert">
          {message}
        </span>
      ))}
      <FieldWarnings problems={problems} fieldId={fieldId} withParts />
    </>
  );
}
