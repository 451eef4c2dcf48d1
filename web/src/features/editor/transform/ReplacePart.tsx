import { Button, NativeSelect } from '@mantine/core';
import { IconReplace } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../i18n/transform.ts';
import { withDistinctNames } from '../../../ui/distinct-names.ts';
import { showUndo } from '../../../ui/toasts.ts';
import { stepsThatUse } from '../document/edit-items.ts';
import { replaceUses } from '../document/replace-uses.ts';
import styles from '../Editor.module.css';
import { type Editor, useEditor } from '../editor-context.ts';
import { Disclosure } from './Disclosure.tsx';

const groups = ['positions', 'variables', 'devices'] as const;

interface Named {
  readonly id: string;
  readonly name: string;
}

function namedThings({ session, spaceItems, cell }: Editor): Readonly<Record<(typeof groups)[number], Named[]>> {
  return {
    positions: withDistinctNames(spaceItems),
    variables: withDistinctNames([...session.routine.environmentVariables, ...cell.globalVariables]),
    devices: withDistinctNames(cell.equipment ?? []),
  };
}

/** Replaces every use of a space item, a variable or a device in the steps by another one. */
export function ReplacePart() {
  const { t } = useTranslation('transform');
  return (
    <Disclosure label={t('replaceOpen')} Icon={IconReplace}>
      <ReplaceForm />
    </Disclosure>
  );
}

function ReplaceForm() {
  const { t } = useTranslation('transform');
  const editor = useEditor();
  const { apply, undo, routine } = editor.session;
  const [chosen, setChosen] = useState({ from: '', to: '' });
  const things = namedThings(editor);
  const group = groups.find((each) => things[each].some(({ id }) => id === chosen.from));
  const others = group ? things[group].filter(({ id }) => id !== chosen.from) : [];
  // A thing that was deleted after it was chosen is no longer chosen.
  const from = group ? chosen.from : '';
  const to = others.some(({ id }) => id === chosen.to) ? chosen.to : '';
  const count = from === '' ? 0 : stepsThatUse(routine, from).length;
  const nameOf = (id: string) => groups.flatMap((each) => things[each]).find((thing) => thing.id === id)?.name ?? id;
  const none = { value: '', label: t('choose') };
  const replace = () => {
    apply((now) => replaceUses(now, from, to));
    showUndo(t('replaced', { from: nameOf(from), to: nameOf(to), count }), t('undo'), undo);
  };
  return (
    <div className={styles.openItem}>
      <NativeSelect
        size="md"
        label={t('replace')}
        data={[
          none,
          ...groups
            .filter((each) => things[each].length > 1)
            .map((each) => ({ group: t(`groups.${each}`), items: optionsOf(things[each]) })),
        ]}
        value={from}
        onChange={({ currentTarget: { value } }) => setChosen({ from: value, to: '' })}
      />
      <NativeSelect
        size="md"
        label={t('by')}
        disabled={from === ''}
        data={[none, ...optionsOf(others)]}
        value={to}
        onChange={({ currentTarget: { value } }) => setChosen({ from, to: value })}
      />
      <Button size="md" disabled={to === '' || count === 0} onClick={replace}>
        {t('replaceUses', { count })}
      </Button>
    </div>
  );
}

function optionsOf(things: readonly Named[]) {
  return things.map(({ id, name }) => ({ value: id, label: name }));
}
