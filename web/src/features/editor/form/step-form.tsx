import type { FieldControl } from '@cellwright/fields';
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntryProps, FieldProps, FormSetup, Values } from '../../../forms/field-props.ts';
import type { FieldWords, FormField } from '../../../forms/form-fields.ts';
import { stepFieldText } from '../../../i18n/contract-text.ts';
import type { AlongsideStep } from '../../../kinds/step-ui.ts';
import { hasTarget, isOfTarget } from '../../../kinds/target-fields.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import styles from '../Editor.module.css';
import { ExpressionField } from '../expression/ExpressionField.tsx';
import { ActionField } from './ActionField.tsx';
import { CodeBlockField } from './CodeBlockField.tsx';
import { FrameField } from './FrameField.tsx';
import { PictureField } from './picture/PictureField.tsx';
import { ReferenceField } from './ReferenceField.tsx';
import { RegionField } from './region/RegionField.tsx';
import { TargetField } from './TargetField.tsx';
import { TcpField } from './TcpField.tsx';

/** Typed over every control that steps name: a missing component does not compile. */
const controls: Readonly<Record<Exclude<FieldControl, 'tool'>, ComponentType<FieldProps>>> = {
  expression: ExpressionField,
  condition: ExpressionField,
  numberOrExpression: ExpressionField,
  variable: ReferenceField,
  spaceItem: ReferenceField,
  equipment: ReferenceField,
  deviceAction: ActionField,
  codeBlock: CodeBlockField,
  tcp: TcpField,
  frame: FrameField,
  frameOrTool: FrameField,
  picture: PictureField,
  region: RegionField,
};

/** Form of a step: references to the routine or the cell have their own controls. */
export const stepForm: FormSetup<AlongsideStep> = {
  controls,
  compound: { isIn: hasTarget, has: isOfTarget, Control: TargetField },
  list: { Entry: StepEntry, AddLabel, newEntry },
};

/** Returns the texts of step contracts in the language of the page. */
export function stepWords(t: TFunction, kind: string): FieldWords {
  return {
    text: (path, part, english) => stepFieldText(kind, path, [part]) ?? english,
    choice: (_path, choice) => t(`editor.choices.${choice}`, choice),
  };
}

/** Fills in the first choice and the minimum, so that a new entry is valid where possible. */
function newEntry({ fields }: FormField): Values {
  return Object.fromEntries(fields.map(({ name, choices, minimum }) => [name, choices[0]?.value ?? minimum]));
}

function AddLabel() {
  const { t } = useTranslation();
  return t('editor.addEntry');
}

function StepEntry({ list, place, children, onRemove }: EntryProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.entry}>
      {children}
      <ActionIcon size="md" aria-label={t('editor.removeItem', { name: `${list.label} ${place}` })} onClick={onRemove}>
        <IconTrash size={iconSizes.sm} aria-hidden />
      </ActionIcon>
    </div>
  );
}
