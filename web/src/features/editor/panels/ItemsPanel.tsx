import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRobot } from '../../../api/use-robot.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import {
  addVariable,
  changeVariable,
  newVariable,
  removeSpaceItem,
  removeVariable,
  renameSpaceItem,
  stepsThatUse,
} from '../document/edit-items.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';

/** The routine's own variables, live while it runs, and its own positions. */
export function ItemsPanel() {
  const { t } = useTranslation();
  const { session, mayEdit } = useEditor();
  const { routine, apply } = session;
  return (
    <>
      <h2 className={styles.panelTitle}>{t('editor.variables')}</h2>
      {routine.environmentVariables.map(({ id, name, initialValue }) => (
        <div key={id} className={styles.item}>
          <TextInput
            size="md"
            aria-label={t('editor.variableName')}
            value={name}
            readOnly={!mayEdit}
            onChange={({ currentTarget: { value } }) =>
              apply((now) => changeVariable(now, id, { name: value }), `name ${id}`)
            }
          />
          <TextInput
            size="md"
            aria-label={t('editor.initialValue', { name })}
            value={String(initialValue)}
            readOnly={!mayEdit}
            onChange={({ currentTarget: { value } }) =>
              apply((now) => changeVariable(now, id, { initialValue: readValue(value) }), `value ${id}`)
            }
          />
          <LiveValue id={id} />
          <ItemEnd id={id} name={name} onRemove={() => apply((now) => removeVariable(now, id))} />
        </div>
      ))}
      <Button
        size="md"
        variant="default"
        disabled={!mayEdit}
        leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
        onClick={() => apply((now) => addVariable(now, newVariable(now, t('editor.newVariable'))))}
      >
        {t('editor.addVariable')}
      </Button>
      <h2 className={styles.panelTitle}>{t('editor.positions')}</h2>
      {routine.space.length === 0 && <p className={styles.hint}>{t('editor.noPositions')}</p>}
      {routine.space.map(({ id, name }) => (
        <div key={id} className={styles.item}>
          <TextInput
            size="md"
            aria-label={t('editor.positionName')}
            value={name}
            readOnly={!mayEdit}
            onChange={({ currentTarget: { value } }) => apply((now) => renameSpaceItem(now, id, value), `name ${id}`)}
          />
          <ItemEnd id={id} name={name} onRemove={() => apply((now) => removeSpaceItem(now, id))} />
        </div>
      ))}
    </>
  );
}

/** Where it is used, and removing it: undo brings it back, and problems tell what misses it. */
function ItemEnd({ id, name, onRemove }: { readonly id: string; readonly name: string; onRemove(): void }) {
  const { t } = useTranslation();
  const { session, selection, mayEdit } = useEditor();
  const uses = stepsThatUse(session.routine, id);
  return (
    <>
      <Button
        size="md"
        variant="subtle"
        c="var(--text-muted)"
        disabled={uses.length === 0}
        onClick={() => selection.selectAll(uses)}
      >
        {t('editor.uses', { count: uses.length })}
      </Button>
      <ActionIcon size="md" aria-label={t('editor.removeItem', { name })} disabled={!mayEdit} onClick={onRemove}>
        <IconTrash size={iconSizes.sm} aria-hidden />
      </ActionIcon>
    </>
  );
}

function LiveValue({ id }: { readonly id: string }) {
  const value = useRobot(({ state }) => (state?.run ? state.variables[id]?.value : undefined));
  return <output className={`tabular ${styles.live}`}>{value === undefined ? '' : String(value)}</output>;
}

/** A number or true and false where it is one, else the text. */
function readValue(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
