import '../../i18n/scene.ts';
import type { SpaceItem } from '@cellwright/domain/space';
import { Button, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalText } from '../../ui/decimal-text.ts';
import { type LengthUnit, lengthText } from '../../ui/length.ts';
import { guarded } from '../../ui/press/marks.ts';
import { type Displacement, needsConfirmation } from './measure-reteach.ts';

interface Teaching {
  /** Name of the position; undefined for a fixed one, which has none. */
  readonly name: string | undefined;
  /** Part of an item, as its row is labelled; defaults to the name. */
  readonly part?: string;
  /** Undefined if it is taught for the first time. */
  readonly displacement: Displacement | undefined;
  /** Stores the position. `said` is the message about it, with the displacement. */
  store(said: string): void;
}

interface Reteach {
  /** Stores a position at once, or asks first if it is displaced too far. */
  teach(teaching: Teaching): void;
  /** Confirmation dialog, while it is open. */
  readonly dialog: ReactNode;
}

/** Teaches positions, and asks for confirmation before one is displaced far. */
export function useReteach(length: LengthUnit): Reteach {
  const { t } = useTranslation('scene');
  const [asked, ask] = useState<Teaching & { readonly displacement: Displacement }>();
  const wordsOf = ({ name = t('reteach.fixed') }: Teaching, displacement: Displacement) => ({
    name,
    by: describeDisplacement(displacement, length),
  });
  const teach = (teaching: Teaching) => {
    const { name = t('reteach.fixed'), part = name, displacement, store } = teaching;
    if (!displacement) store(t('taught', { what: part }));
    else if (needsConfirmation(displacement)) ask({ ...teaching, displacement });
    else store(t('reteach.moved', wordsOf(teaching, displacement)));
  };
  const confirm = (teaching: NonNullable<typeof asked>) => {
    ask(undefined);
    teaching.store(t('reteach.moved', wordsOf(teaching, teaching.displacement)));
  };
  const dialog = asked && (
    <Modal
      opened
      centered
      withCloseButton={false}
      title={t('reteach.question', wordsOf(asked, asked.displacement))}
      onClose={() => ask(undefined)}
    >
      <Text mb="lg">{t('reteach.text')}</Text>
      <Group justify="space-between">
        <Button {...guarded('keep')} variant="default" size="md" onClick={() => ask(undefined)}>
          {t('reteach.keep')}
        </Button>
        <Button {...guarded('reteach')} size="md" onClick={() => confirm(asked)}>
          {t('reteach.confirm')}
        </Button>
      </Group>
    </Modal>
  );
  return { teach, dialog };
}

/** Formats distance and angle in the shortest form: '612 mm / 14°'. */
function describeDisplacement({ translation, rotation }: Displacement, length: LengthUnit): string {
  const isFar = translation >= 0.01;
  const distance = lengthText(translation, {
    ...length,
    digits: isFar ? Math.max(0, length.digits - 1) : length.digits,
  });
  return `${distance} / ${decimalText(((rotation * 180) / Math.PI).toFixed(0))}°`;
}

/** Kinds with a single position, which has the name of the item. */
const singlePlaceKinds: ReadonlySet<SpaceItem['kind']> = new Set([
  'singlePosition',
  'safeHomePose',
  'environmentObject',
  'palletBase',
]);

/** Returns the name of a part of an item: 'P1', 'Grid Corner A'. */
export function nameOfPart({ kind, name }: Pick<SpaceItem, 'kind' | 'name'>, part: string): string {
  return singlePlaceKinds.has(kind) ? name : `${name} ${part}`;
}
