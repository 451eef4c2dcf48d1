import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { withDistinctNames } from './distinct-names.ts';

interface Props extends Omit<NativeSelectProps, 'data' | 'value' | 'onChange'> {
  readonly choices: readonly { readonly id: string; readonly name: string }[];
  /** '' while nothing is chosen. */
  readonly value: string;
  /** Label of the empty choice; absent if a choice is required. */
  readonly none?: string;
  /** Called with the id; '' for the empty choice. */
  onChange(id: string): void;
}

/**
 * Select of named items. A chosen item that no longer exists stays chosen and is marked: the choice never changes by
 * itself.
 */
export function IdSelect({ choices, value, none, onChange, ...others }: Props) {
  const { t } = useTranslation();
  const isGone = value !== '' && choices.every(({ id }) => id !== value);
  return (
    <NativeSelect
      size="md"
      {...others}
      data={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...(isGone ? [{ value, label: t('choice.gone') }] : []),
        ...withDistinctNames(choices).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
