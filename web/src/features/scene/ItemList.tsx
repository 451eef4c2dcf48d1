import type { SpaceItem } from '@cellwright/domain/space';
import { Button, FileButton, NativeSelect, TextInput } from '@mantine/core';
import { IconMapPin, IconPlus, IconSearch, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ProgramObstacle, programID } from '../../connected/cell-solids/use-solids.ts';
import { isNewKind, type NewKind, newItem, newKinds } from '../../parts/space-items/new-item.ts';
import { EmptyState } from '../../ui/States.tsx';
import { iconSizes } from '../../ui/theme/theme.ts';
import { isNewShape, type NewShape, newObject, newShapes } from './new-object.ts';
import styles from './Scene.module.css';
import { ShownObjects } from './ShownObjects.tsx';

interface Props {
  readonly items: readonly SpaceItem[];
  readonly chosenID: string | undefined;
  readonly mayEdit: boolean;
  onChoose(id: string): void;
  onBegin(item: SpaceItem): void;
  /** Obstacles that programs added. */
  readonly programs: readonly ProgramObstacle[];
  readonly isUploading: boolean;
  onUpload(file: File): void;
}

/** Items of the cell with a search by name, and buttons to create one. */
export function ItemList(props: Props) {
  const { items, chosenID, mayEdit, programs, isUploading, onChoose, onBegin, onUpload } = props;
  const { t } = useTranslation('scene');
  const [text, setText] = useState('');
  const [kind, setKind] = useState<NewKind | NewShape>('singlePosition');
  const begin = (chosen: NewKind | NewShape) => {
    const prefix = t(`names.${chosen}`);
    return isNewShape(chosen) ? newObject(chosen, prefix, items) : newItem(chosen, prefix, items, true);
  };
  const wanted = text.trim().toLowerCase();
  const found = items.filter(({ name }) => name.toLowerCase().includes(wanted));
  const [title, help] =
    wanted === '' ? ([t('none'), t('noneHelp')] as const) : [t('nothingFound'), t('nothingFoundHelp')];
  return (
    <div className={styles.list} data-testid="scene-list">
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
      {programs.length > 0 && (
        <>
          <h2 className={styles.group}>{t('fromPrograms')}</h2>
          <ul className={`${styles.items} ${styles.few}`} aria-label={t('fromPrograms')}>
            {programs.map(({ name, shape, isLoose }) => (
              <li key={name}>
                <button
                  type="button"
                  className={styles.item}
                  aria-pressed={programID(name) === chosenID}
                  onClick={() => onChoose(programID(name))}
                >
                  <strong>{name}</strong>
                  <span className={styles.muted}>{isLoose ? t('loosePart') : t(`shapes.${shape.kind}`)}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <ShownObjects />
      <FileButton
        accept=".stl,.obj,.gltf,.glb"
        disabled={!mayEdit || isUploading}
        onChange={(file) => file && onUpload(file)}
      >
        {(button) => (
          <Button
            {...button}
            size="md"
            variant="default"
            disabled={!mayEdit}
            loading={isUploading}
            leftSection={<IconUpload size={iconSizes.sm} aria-hidden />}
          >
            {t('upload')}
          </Button>
        )}
      </FileButton>
      <div className={styles.two}>
        <NativeSelect
          size="md"
          aria-label={t('kindOfNew')}
          disabled={!mayEdit}
          value={kind}
          data={[...newKinds, ...newShapes].map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={({ currentTarget: { value } }) => (isNewKind(value) || isNewShape(value)) && setKind(value)}
        />
        <Button
          size="md"
          disabled={!mayEdit}
          leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
          onClick={() => onBegin(begin(kind))}
        >
          {t('add')}
        </Button>
      </div>
    </div>
  );
}
