import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFlag } from '../../api/use-flags.ts';
import { FieldList } from '../../forms/FieldList.tsx';
import type { Values } from '../../forms/field-props.ts';
import type { FormField } from '../../forms/form-fields.ts';
import type { StepFormProps, StepUI } from '../step-ui.ts';

export const ui: StepUI = { Form: WeldForm };

const beads = ['plain', 'stitches', 'weave'] as const;
type Bead = (typeof beads)[number];

/** Shows the fields of the chosen bead and pattern, and the values of a machine that takes them. */
function WeldForm(props: StepFormProps) {
  const { fields, values, cell, onChange } = props;
  const { t } = useTranslation();
  const hasWeaving = useFlag('weldWeaving');
  const bead = beadOf(values);
  const machine = cell.equipment?.find(({ id }) => id === values.selectedMachineID);
  const takesValues = machine?.descriptions?.welder?.takesParameters ?? false;
  // A stored weave is shown with its problem while the flag is off.
  const choices = beads.filter((choice) => choice !== 'weave' || hasWeaving || bead === 'weave');
  return (
    <>
      <NativeSelect
        size="md"
        label={t('editor.weldBead')}
        data={choices.map((value) => ({ value, label: t(`editor.choices.${value}`) }))}
        value={bead}
        onChange={(event) => onChange(chooseBead(choices[event.currentTarget.selectedIndex] ?? 'plain'))}
      />
      <FieldList {...props} fields={fieldsInUse(fields, values, takesValues)} />
    </>
  );
}

export function beadOf({ stitching, weaving }: Values): Bead {
  if (stitching !== undefined) return 'stitches';
  return weaving === undefined ? 'plain' : 'weave';
}

function chooseBead(bead: Bead): Values {
  return {
    stitching: bead === 'stitches' ? {} : undefined,
    weaving: bead === 'weave' ? {} : undefined,
  };
}

const whipFields: ReadonlySet<string> = new Set(['forwardOffset', 'reverseOffset', 'forwardDwell', 'reverseDwell']);

/** Returns the fields that a weld uses. */
export function fieldsInUse(fields: readonly FormField[], values: Values, takesValues: boolean): readonly FormField[] {
  const isUsed: Readonly<Record<string, boolean>> = {
    stitching: values.stitching !== undefined,
    weaving: values.weaving !== undefined,
    millerWeldParameters: takesValues || values.millerWeldParameters !== undefined,
  };
  const { pattern = 'zigzag' }: Values = { ...Object(values.weaving) };
  const isOfPattern = ({ name }: FormField) => name === 'pattern' || whipFields.has(name) === (pattern === 'whip');
  return fields
    .filter(({ name }) => isUsed[name] ?? true)
    .map((field) => (field.name === 'weaving' ? { ...field, fields: field.fields.filter(isOfPattern) } : field));
}
