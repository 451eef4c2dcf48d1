import { Button, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useRobot } from '../../../api/use-robot.ts';
import { iconSizes } from '../../../ui/theme/theme.ts';
import { addVariable, changeVariable, newVariable, removeVariable } from '../document/edit-items.ts';
import styles from '../Editor.module.css';
import { useEditor } from '../editor-context.ts';
import { constantText, readConstant } from '../expression/constant-text.ts';
import { useMakeGlobal } from '../session/use-make-global.ts';
import { ReplacePart } from '../transform/ReplacePart.tsx';
import { TransformPart } from '../transform/TransformPart.tsx';
import { ItemEnd } from './ItemEnd.tsx';
import { NameInput } from './NameInput.tsx';
import { SpaceItemsPart } from './SpaceItemsPart.tsx';

/** Description, variables (live while it runs), and space items of the routine. */
export function ItemsPanel() {
  const { t } = useTranslation();
  const { session, mayEdit } = useEditor();
  const { routine, apply } = session;
  const makeGlobal = useMakeGlobal();
  return (
    <>
      <Textarea
        size="md"
        autosize
        minRows={1}
        maxRows={8}
        maxLength={100_000}
        styles={{ input: { minHeight: 44 } }}
        label={t('editor.routineDescription')}
        placeholder={t('editor.routineDescriptionHelp')}
        value={routine.description ?? ''}
        readOnly={!mayEdit}
        onChange={({ currentTarget: { value } }) =>
          apply((now) => ({ ...now, description: value === '' ? undefined : value }), 'description')
        }
      />
      <h2 className={styles.panelTitle}>{t('editor.variables')}</h2>
      {routine.environmentVariables.map((variable) => {
        const { id, name, initialValue } = variable;
        return (
          <div key={id} className={styles.item}>
            <NameInput
              label={t('editor.variableName')}
              name={name}
              readOnly={!mayEdit}
              problem={t('editor.needsName')}
              onRename={(next) => apply((now) => changeVariable(now, id, { name: next }), `name ${id}`)}
            />
            <TextInput
              size="md"
              className={styles.initialValue}
              aria-label={t('editor.initialValue', { name })}
              value={constantText(initialValue)}
              readOnly={!mayEdit}
              onChange={({ currentTarget: { value } }) =>
                apply((now) => changeVariable(now, id, { initialValue: readConstant(value) }), `value ${id}`)
              }
            />
            <LiveValue id={id} />
            <ItemEnd
              id={id}
              name={name}
              onMakeGlobal={() => makeGlobal.variable(variable)}
              onRemove={() => apply((now) => removeVariable(now, id))}
            />
          </div>
        );
      })}
      <Button
        size="md"
        variant="default"
        disabled={!mayEdit}
        leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
        onClick={() => apply((now) => addVariable(now, newVariable(now, t('editor.newVariable'))))}
      >
        {t('editor.addVariable')}
      </Button>
      <SpaceItemsPart />
      <div className={styles.conditions}>
        <TransformPart />
        <ReplacePart />
      </div>
    </>
  );
}

function LiveValue({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const value = useRobot(({ state }) => (state?.run ? state.variables[id]?.value : undefined));
  const text = value === undefined ? '' : t('editor.valueNow', { value: String(value) });
  return <output className={`tabular ${styles.live}`}>{text}</output>;
}
