import { ActionIcon, Button, TextInput } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowsMove,
  IconBox,
  IconChevronLeft,
  IconPlus,
  type IconProps,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useNewestVersion } from '../../api/routines.ts';
import { ScreenTitle } from '../../parts/ScreenTitle.tsx';
import { tourMark } from '../../parts/tour-mark.ts';
import { iconSizes } from '../../ui/theme/theme.ts';
import { showError } from '../../ui/toasts.ts';
import styles from './Editor.module.css';
import { useEditor } from './editor-context.ts';

interface Props {
  readonly showsLibrary: boolean;
  readonly showsView: boolean;
  readonly showsJog: boolean;
  onLibrary(): void;
  onView(): void;
  onJog(): void;
}

/** Name of the routine, its save state, undo and redo, and the visible panes. */
export function EditorHeader({ showsLibrary, showsView, showsJog, onLibrary, onView, onJog }: Props) {
  const { t } = useTranslation();
  const { session, mayEdit } = useEditor();
  const { routine, apply, undo, redo, canUndo, canRedo } = session;
  const icon = { size: iconSizes.md, 'aria-hidden': true } as const;
  return (
    <header className={styles.header}>
      <ScreenTitle>{routine.name}</ScreenTitle>
      <Link to="/routines" className={styles.back} aria-label={t('editor.back')}>
        <IconChevronLeft {...icon} />
      </Link>
      <Button
        {...tourMark('addStep')}
        size="md"
        variant={showsLibrary ? 'light' : 'default'}
        c={showsLibrary ? 'var(--text)' : undefined}
        disabled={!mayEdit}
        aria-pressed={showsLibrary}
        leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
        onClick={onLibrary}
      >
        {t('editor.addStep')}
      </Button>
      <TextInput
        size="md"
        className={styles.routineName}
        aria-label={t('editor.name')}
        value={routine.name}
        readOnly={!mayEdit}
        error={routine.name.trim() === ''}
        onChange={({ currentTarget: { value } }) => apply((now) => ({ ...now, name: value }), 'name')}
      />
      <SaveStatus />
      <ActionIcon size="md" aria-label={t('editor.undo')} disabled={!canUndo || !mayEdit} onClick={undo}>
        <IconArrowBackUp {...icon} />
      </ActionIcon>
      <ActionIcon size="md" aria-label={t('editor.redo')} disabled={!canRedo || !mayEdit} onClick={redo}>
        <IconArrowForwardUp {...icon} />
      </ActionIcon>
      <PanelToggle isShown={showsView} Icon={IconBox} label={t('editor.view')} onClick={onView} />
      <PanelToggle isShown={showsJog} Icon={IconArrowsMove} label={t('editor.jog')} onClick={onJog} />
    </header>
  );
}

function PanelToggle({
  isShown,
  Icon: PanelIcon,
  label,
  onClick,
}: {
  readonly isShown: boolean;
  readonly Icon: ComponentType<IconProps>;
  readonly label: string;
  readonly onClick: () => void;
}) {
  return (
    <Button
      size="md"
      variant={isShown ? 'light' : 'default'}
      c={isShown ? 'var(--text)' : undefined}
      aria-pressed={isShown}
      leftSection={<PanelIcon size={iconSizes.sm} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

function SaveStatus() {
  const { t } = useTranslation();
  const { routine, save, keepMine, takeTheirs } = useEditor().session;
  const newest = useNewestVersion(routine.id) ?? 0;
  if (save.kind === 'conflict') {
    return (
      <div className={styles.conflict} role="alert">
        <span>{t('editor.conflict')}</span>
        <Button size="md" variant="default" onClick={() => void keepMine().catch(showError)}>
          {t('editor.keepMine')}
        </Button>
        <Button size="md" variant="default" onClick={() => void takeTheirs().catch(showError)}>
          {t('editor.takeTheirs')}
        </Button>
      </div>
    );
  }
  const { version } = save;
  if (save.kind === 'saved' && newest > version) {
    return (
      <div className={styles.conflict} role="alert" data-testid="older-version">
        <span>{t('editor.older', { version, newest })}</span>
        <Button size="md" variant="default" onClick={() => void takeTheirs().catch(showError)}>
          {t('editor.loadNewest', { newest })}
        </Button>
      </div>
    );
  }
  const text =
    save.kind === 'failed' ? t('editor.notSaved', { reason: save.reason }) : t(`editor.save.${save.kind}`, { version });
  return (
    <output className={styles.saved} data-kind={save.kind} data-testid="save-status">
      {text}
    </output>
  );
}
