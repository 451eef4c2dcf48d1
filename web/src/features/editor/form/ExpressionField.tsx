import { expressionSchema } from '@cellwright/domain';
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import forms from '../../../forms/Forms.module.css';
import { type FieldProps, problemAt } from '../../../forms/field-props.ts';
import { NumberField } from '../../../forms/NumberField.tsx';
import { ExpressionEditor } from './ExpressionEditor.tsx';
import { ExpressionTools } from './ExpressionTools.tsx';
import { firstCondition, nothing } from './expression-parts.ts';

/** Edits a number or an expression, or an optional condition. */
export function ExpressionField(props: FieldProps) {
  const { field, value, problems, fieldId, onChange } = props;
  const { t } = useTranslation();
  const parsed = expressionSchema.safeParse(value);
  const expression = parsed.success ? parsed.data : undefined;
  const isNumber = field.control === 'numberOrExpression';
  if (isNumber && !expression) {
    return (
      <div className={forms.field}>
        <NumberField {...props} />
        <Switch size="md" label={t('editor.asExpression')} checked={false} onChange={() => onChange(nothing)} />
      </div>
    );
  }
  const first = field.control === 'condition' ? firstCondition : nothing;
  return (
    <fieldset className={forms.group}>
      <legend className={forms.label}>{field.label}</legend>
      <Switch
        size="md"
        label={t(isNumber ? 'editor.asExpression' : 'editor.isSet')}
        description={field.help}
        checked={expression !== undefined}
        onChange={(event) => onChange(event.currentTarget.checked ? first : undefined)}
      />
      {expression && (
        <>
          <ExpressionEditor expression={expression} onChange={onChange} />
          <ExpressionTools expression={expression} onChange={onChange} />
        </>
      )}
      {problems
        .filter((problem) => problem.fieldId === fieldId || problem.fieldId?.startsWith(`${fieldId}.`))
        .map(({ message }) => (
          <span key={message} className={forms.problem}>
            {message}
          </span>
        ))}
      {expression === undefined && value !== undefined && (
        <span className={forms.problem}>{problemAt(problems, fieldId)}</span>
      )}
    </fieldset>
  );
}
