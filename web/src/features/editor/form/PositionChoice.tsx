import type { SpaceItem } from '@cellwright/domain/space';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import '../../../i18n/desk.ts';
import type { FormField } from '../../../forms/form-fields.ts';
import type { StepFieldsProps } from '../../../kinds/step-ui.ts';
import { nameOfPlace } from '../../../parts/space-items/name-of-place.ts';
import { findLoopAround, indexOfRound, readPlaceChoice } from '../document/choose-place.ts';
import { useEditor } from '../editor-context.ts';
import { ExpressionField } from '../expression/ExpressionField.tsx';

/** Maximum of positions that are listed by name; longer lists are chosen by number. */
const maxListed = 500;

interface Props extends Pick<StepFieldsProps, 'values' | 'problems' | 'prefix' | 'onChange'> {
  readonly item: SpaceItem;
  /** Field of the index in the list. */
  readonly field: FormField;
}

/** Chooses a position of a list by its name, another one in each round of the loop around the step, or by an expression. */
export function PositionChoice({ item, field, values, problems, prefix, onChange }: Props) {
  const { t } = useTranslation('desk');
  const { session, selection } = useEditor();
  const { positions } = item;
  const loopID = findLoopAround(session.routine, selection.focusID ?? '');
  const choice = readPlaceChoice(values.positionListIndex ?? 0, loopID);
  const isListed = positions.length > 0 && positions.length <= maxListed;
  const isMissing = choice.how === 'number' && choice.index >= positions.length;
  const byNumber = choice.how === 'number' && !isListed;
  const value = choice.how === 'number' ? (isListed ? String(choice.index) : 'number') : choice.how;
  const change = (positionListIndex: unknown) => onChange({ positionListIndex });
  const choose = (next: string) => {
    if (next === 'computed') change({ kind: 'constant', value: choice.how === 'number' ? choice.index : 0 });
    else if (next === 'round' && loopID !== undefined) change(indexOfRound(loopID));
    else change(next === 'number' ? 0 : Number(next));
  };
  const named = isListed
    ? positions.map((_, index) => ({ value: String(index), label: nameOfPlace(item, index, true) }))
    : [{ value: 'number', label: t('placeOf.number') }];
  return (
    <>
      <NativeSelect
        size="md"
        label={t('placeOf.label')}
        data={[
          ...named,
          ...(isListed && isMissing ? [{ value, label: t('placeOf.missing', { number: Number(value) + 1 }) }] : []),
          ...(loopID === undefined ? [] : [{ value: 'round', label: t('placeOf.round') }]),
          { value: 'computed', label: t('placeOf.computed') },
        ]}
        value={value}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {(choice.how === 'computed' || byNumber || isMissing) && (
        <ExpressionField
          field={field}
          value={values.positionListIndex ?? 0}
          beside={values}
          problems={problems}
          fieldId={`${prefix}positionListIndex`}
          onChange={change}
        />
      )}
    </>
  );
}
