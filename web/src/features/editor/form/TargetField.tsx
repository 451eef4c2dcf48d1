import { useTranslation } from 'react-i18next';
import { FieldWarnings } from '../../../forms/FieldWarnings.tsx';
import forms from '../../../forms/Forms.module.css';
import { problemAt } from '../../../forms/field-props.ts';
import type { AlongsideStep, StepFieldsProps } from '../../../kinds/step-ui.ts';
import { kindOf, kindsOf, sourceOf } from '../../../kinds/target-fields.ts';
import { tourMark } from '../../../parts/tour-mark.ts';
import { IdSelect } from '../../../ui/IdSelect.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { ExpressionField } from '../expression/ExpressionField.tsx';
import { PalletTarget } from './PalletTarget.tsx';
import { PositionChoice } from './PositionChoice.tsx';
import { TeachTarget } from './TeachTarget.tsx';

/** Makes the change a separate undo step. */
const alone: AlongsideStep = (routine) => routine;

/** Chooses the target of a move: a named position, a fixed one, an offset or a computed one; the first two can be taught. */
export function TargetField(props: StepFieldsProps) {
  const { fields, values, problems, prefix, onChange } = props;
  const { t } = useTranslation();
  const kind = kindOf(values);
  const source = sourceOf(values);
  const isTaught = source === 'positionList' || source === 'singlePosition';
  const expression = fields.find(({ name }) => name === 'expression');
  const problem = ['positionListID', 'target', 'relativeConfig']
    .map((name) => problemAt(problems, `${prefix}${name}`))
    .find((message) => message !== undefined);
  return (
    <div className={forms.field}>
      <span className={forms.label}>{t('editor.target')}</span>
      <Segments
        label={t('editor.target')}
        choices={kindsOf(fields).map((value) => ({ value, label: t(`editor.targets.${value}`) }))}
        value={kind}
        onChange={(targetKind) => {
          const offset = targetKind === 'relative' ? { relativeConfig: values.relativeConfig ?? {} } : {};
          onChange({ targetKind, ...offset }, alone);
        }}
      />
      {source === 'positionList' && <NamedPosition {...props} />}
      {isTaught && <TeachTarget {...props} problem={problem} />}
      {source === 'expression' && expression && (
        <ExpressionField
          field={expression}
          value={values.expression}
          beside={values}
          problems={problems}
          fieldId={`${prefix}expression`}
          onChange={(next) => onChange({ expression: next })}
        />
      )}
      {!isTaught && problem && (
        <span className={forms.problem} role="alert">
          {problem}
        </span>
      )}
      {['positionListID', 'target', 'relativeConfig'].map((name) => (
        <FieldWarnings key={name} problems={problems} fieldId={`${prefix}${name}`} />
      ))}
    </div>
  );
}

/** Chooses a space item and one of its positions. */
function NamedPosition(props: StepFieldsProps) {
  const { fields, values, problems, prefix, onChange } = props;
  const { t } = useTranslation();
  const { spaceItems } = useEditor();
  const item = spaceItems.find(({ id }) => id === values.positionListID);
  const index = fields.find(({ name }) => name === 'positionListIndex');
  const isOneOfMany =
    item && item.kind !== 'palletBoxes' && (item.kind === 'visionPositionList' || item.positions.length > 1);
  const choose = (id: string) => {
    const targetKind = kindOf(values);
    onChange({ targetKind, positionListID: id || undefined, positionListIndex: 0 }, alone);
  };
  return (
    <>
      <div className={styles.teach}>
        <IdSelect
          {...tourMark('position')}
          aria-label={t('editor.position')}
          choices={spaceItems}
          none={t('editor.choose')}
          value={typeof values.positionListID === 'string' ? values.positionListID : ''}
          onChange={choose}
        />
      </div>
      {isOneOfMany && index && (
        <PositionChoice
          item={item}
          field={index}
          values={values}
          problems={problems}
          prefix={prefix}
          onChange={onChange}
        />
      )}
      {item?.kind === 'palletBoxes' && <PalletTarget {...props} item={item} />}
    </>
  );
}
