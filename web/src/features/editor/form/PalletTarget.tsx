import type { SpaceItemOf } from '@cellwright/domain/space';
import { useTranslation } from 'react-i18next';
import forms from '../../../forms/Forms.module.css';
import { problemAt } from '../../../forms/field-props.ts';
import type { StepFieldsProps } from '../../../kinds/step-ui.ts';
import { IdSelect } from '../../../ui/IdSelect.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { useEditor } from '../editor-context.ts';
import { ExpressionField } from '../expression/ExpressionField.tsx';

const moveTypes = ['box', 'approach', 'pickup'] as const;

interface Props extends StepFieldsProps {
  readonly item: SpaceItemOf<'palletBoxes'>;
}

/** Chooses a target on a pallet: a box of a layer, the start of its approach, or the pickup of a box type. */
export function PalletTarget({ item, fields, values, problems, prefix, onChange }: Props) {
  const { t } = useTranslation();
  const { spaceItems } = useEditor();
  const pallet = fields.find(({ name }) => name === 'palletConfig');
  const config: Readonly<Record<string, unknown>> = { ...Object(values.palletConfig) };
  const moveType = moveTypes.find((known) => known === config.moveType) ?? 'box';
  const set = (name: string, value: unknown) => onChange({ palletConfig: { ...config, [name]: value } });
  const labelOf = (name: string) => pallet?.fields.find((field) => field.name === name)?.label ?? name;
  const choose = (name: string, choices: readonly { readonly id: string; readonly name: string }[]) => (
    <IdSelect
      label={labelOf(name)}
      error={problemAt(problems, `${prefix}palletConfig.${name}`)}
      choices={choices}
      none={t('editor.choose')}
      value={typeof config[name] === 'string' ? config[name] : ''}
      onChange={(id) => set(name, id || undefined)}
    />
  );
  const number = (name: string) => {
    const field = pallet?.fields.find((each) => each.name === name);
    return (
      field && (
        <ExpressionField
          field={field}
          value={config[name]}
          beside={config}
          problems={problems}
          fieldId={`${prefix}palletConfig.${name}`}
          onChange={(value) => set(name, value)}
        />
      )
    );
  };
  // A kind without `palletConfig` cannot choose a box; its contract reports the problem.
  if (!pallet) return null;
  return (
    <fieldset className={forms.group}>
      <legend className={forms.label}>{pallet.label}</legend>
      <Segments
        label={labelOf('moveType')}
        choices={moveTypes.map((value) => ({ value, label: t(`editor.choices.${value}`) }))}
        value={moveType}
        onChange={(value) => set('moveType', value)}
      />
      {moveType === 'pickup' ? (
        choose('selectedBoxType', item.boxTypes)
      ) : (
        <>
          {choose(
            'selectedPalletBaseID',
            spaceItems.filter(({ id }) => item.palletBaseIDs.includes(id)),
          )}
          {number('selectedLayer')}
          {number('selectedBox')}
        </>
      )}
    </fieldset>
  );
}
