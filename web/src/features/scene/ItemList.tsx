import type { SpaceItem } from '@cellwright/domain';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconMapPin, IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/States.tsx';
import { isNewKind, type NewKind, newItem, newKinds } from '../../ui/space-items/new-item.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import styles from './Scene.module.css';

interface Props {
  readonly items: readonly SpaceItem[];
  readonly chosenID: string | undefined;
  readonly mayEdit: boolean;
  onChoose(id: string): void;
  onBegin(item: SpaceItem): void;
}

/** The items of the cell, found by name, and beginning a new one. */
export function ItemList({ items, chosenID, mayEdit, onChoose, onBegin }: Props) {
  const { t } = useTranslation('scene');
  const [text, setText] = useState('');
  const [kind, setKind] = useState<NewKind>('singlePosition');
  const wanted = text.trim().toLowerCase();
  const found = items.filter(({ name }) => name.toLowerCase().includes(wanted));
  const [title, help] =
    wanted === '' ? ([t('none'), t('noneHelp')] as const) : [t('nothingFound'), t('nothingFoundHelp')];
  return (
    <div className={styles.list}>
      <TextInput
        size="md"
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={iconSizes.sm} aria-hidden />}
        value={text}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      {found.length === 0 && <EmptyState Icon={IconMapPin} title={title} text={help} />}
      <ul className={styles.items} aria-label={t('list')}>
        {found.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              className={styles.item}
              aria-pressed={item.id === chosenID}
              onClick={() => onChoose(item.id)}
            >
              <strong>{item.name}</strong>
              <span className={styles.muted}>{t(`kinds.${item.kind}`)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.two}>
        <NativeSelect
          size="md"
          aria-label={t('kindOfNew')}
          disabled={!mayEdit}
          value={kind}
          data={newKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={({ currentTarget: { value } }) => isNewKind(value) && setKind(value)}
        />
        <Button
          size="md"
          disabled={!mayEdit}
          leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
          onClick={() => onBegin(newItem(kind, t(`names.${kind}`), items, true))}
        >
          {t('add')}
        </Button>
      </div>
    </div>
  );
}
