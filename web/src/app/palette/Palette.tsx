import '../../i18n/palette.ts';
import '../../i18n/help.ts';
import '../../i18n/tour.ts';
import { Modal, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { flagOverrides } from '../../api/flags.ts';
import { useRoutineNames } from '../../api/routines.ts';
import { tourStore } from '../../connected/tour/tour-progress.ts';
import { useMayTakeTour } from '../../connected/tour/use-tour.ts';
import { articleNames } from '../../features/help/articles.ts';
import { chooseLanguage } from '../../i18n/index.ts';
import { type PaletteCommand, readPaletteCommands } from '../../ui/palette-commands.ts';
import { isShortcut, readShortcutKey } from '../../ui/shortcut-key.ts';
import styles from './Palette.module.css';
import { rankCommands } from './rank-commands.ts';
import { useRowsInView } from './use-rows-in-view.ts';

/** Command palette; Ctrl+K opens it on every screen. */
export function Palette() {
  const { t } = useTranslation('palette');
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (!isShortcut(event) || event.shiftKey || readShortcutKey(event) !== 'k') return;
      event.preventDefault();
      setOpen((was) => !was);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  const close = () => setOpen(false);
  if (!isOpen) return null;
  return (
    // The page itself never scrolls: locking it would style the whole page again.
    <Modal.Root
      opened
      onClose={close}
      size="lg"
      yOffset="12vh"
      padding={0}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('label')}>
        <Choice onClose={close} />
      </Modal.Content>
    </Modal.Root>
  );
}

function Choice({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('palette');
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  // The first row is in view: scrolling to it would lay out the page before the first frame.
  const [hasMoved, setMoved] = useState(false);
  const { data: routines, isError } = useRoutineNames();
  const commands = useCommands(routines);
  const found = useMemo(() => rankCommands(commands, text), [commands, text]);
  const listed = useRowsInView(found);
  const run = (command: PaletteCommand | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const moveBy = (by: number) => {
    setMoved(true);
    setAt((at + by + found.length) % Math.max(1, found.length));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') moveBy(1);
    else if (event.key === 'ArrowUp') moveBy(-1);
    else if (event.key === 'Enter') run(found[at]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        size="xl"
        data-autofocus
        role="combobox"
        aria-label={t('label')}
        aria-expanded
        aria-controls="palette-results"
        aria-activedescendant={found[at] && `palette-${at}`}
        placeholder={t('placeholder')}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-results" role="listbox" aria-label={t('results')} className={styles.results}>
        {listed.map((command, index) => (
          <ResultRow
            key={command.id}
            id={`palette-${index}`}
            command={command}
            isChosen={index === at}
            scrollsToView={hasMoved}
            onRun={() => run(command)}
          />
        ))}
      </div>
      {found.length === 0 && (
        <p className={styles.none} role="status">
          {t('none')}
        </p>
      )}
      {isError && (
        <p className={styles.none} role="status">
          {t('noRoutines')}
        </p>
      )}
    </>
  );
}

interface ResultRowProps {
  readonly id: string;
  readonly command: PaletteCommand;
  readonly isChosen: boolean;
  readonly scrollsToView: boolean;
  onRun(): void;
}

function ResultRow({ id, command: { label, group }, isChosen, scrollsToView, onRun }: ResultRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the text field
    <div
      id={id}
      ref={(row) => {
        if (isChosen && scrollsToView) row?.scrollIntoView({ block: 'nearest' });
      }}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      className={styles.result}
      onClick={onRun}
    >
      <span>{label}</span>
      <span className={styles.group}>{group}</span>
    </div>
  );
}

const screens = [
  ['/', 'home'],
  ['/routines', 'routines'],
  ['/move', 'move'],
  ['/scene', 'scene'],
  ['/runs', 'runs'],
  ['/box', 'box'],
  ['/users', 'users'],
  ['/help', 'help'],
  ['/control-panel', 'controlPanel'],
] as const;

/** Returns the commands of the current screens first, then the screens, the routines, and help. */
function useCommands(routines: ReturnType<typeof useRoutineNames>['data']): readonly PaletteCommand[] {
  const { t, i18n } = useTranslation('palette');
  const { t: say } = useTranslation();
  const { t: help } = useTranslation('help');
  const { t: tour } = useTranslation('tour');
  const mayTakeTour = useMayTakeTour();
  const navigate = useNavigate();
  const { language } = i18n;
  return useMemo(() => {
    const other = language === 'de' ? 'en' : 'de';
    const command = (id: string, label: string, run: () => void) => ({ id, label, group: t('groups.command'), run });
    const routineGroup = t('groups.routine');
    return [
      ...readPaletteCommands(),
      ...screens.map(([to, name]) => ({
        id: to,
        label: say(`nav.${name}`),
        group: t('groups.screen'),
        run: () => void navigate({ to }),
      })),
      {
        id: '/preflight',
        label: t('preflight'),
        group: t('groups.screen'),
        run: () => void navigate({ to: '/preflight' }),
      },
      {
        id: '/calibrate-arm',
        label: t('calibrate'),
        group: t('groups.screen'),
        run: () => void navigate({ to: '/calibrate-arm' }),
      },
      ...(routines ?? []).map(({ id, name }) => ({
        id,
        label: name,
        group: routineGroup,
        run: () => void navigate({ to: '/routines/$routineID', params: { routineID: id } }),
      })),
      ...articleNames.map((article) => ({
        id: `help/${article}`,
        label: t('help', { name: help(`articles.${article}.title`) }),
        group: t('groups.help'),
        run: () => void navigate({ to: '/help/$article', params: { article } }),
      })),
      ...(mayTakeTour ? [command('tour', tour('title'), () => tourStore.open())] : []),
      command('language', `${say('nav.language')}: ${other === 'de' ? 'Deutsch' : 'English'}`, () => {
        void chooseLanguage(other);
      }),
      command('dark', `${say('nav.theme')}: ${say('nav.toDark')}`, () => flagOverrides.set('darkMode', true)),
      command('light', `${say('nav.theme')}: ${say('nav.toLight')}`, () => flagOverrides.set('darkMode', false)),
    ];
  }, [t, say, help, tour, mayTakeTour, language, navigate, routines]);
}
