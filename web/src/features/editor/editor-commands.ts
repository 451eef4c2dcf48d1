import type { TFunction } from 'i18next';
import type { PaletteCommand } from '../../ui/palette-commands.ts';
import { type PanelName, panelNames } from './panels/panel-names.ts';
import type { RoutineSession } from './session/use-routine-session.ts';
import { chooseDensity, densities, readDensity } from './shortcuts/density.ts';

interface Shown {
  library(): void;
  view(): void;
  jog(): void;
  panel(name: PanelName): void;
  shortcuts(): void;
}

/** Returns the editor's commands for the palette. */
export function listEditorCommands(
  t: TFunction<['translation', 'transform', 'shortcuts']>,
  { undo, redo, canUndo, canRedo }: Pick<RoutineSession, 'undo' | 'redo' | 'canUndo' | 'canRedo'>,
  shown: Shown,
  reverse: (() => void) | undefined,
): PaletteCommand[] {
  const group = t('editor.palette');
  const command = (id: string, label: string, run: () => void) => ({ id: `editor/${id}`, label, group, run });
  return [
    ...(canUndo ? [command('undo', t('editor.undo'), undo)] : []),
    ...(canRedo ? [command('redo', t('editor.redo'), redo)] : []),
    ...(reverse ? [command('reverse', t('transform:reverse'), reverse)] : []),
    command('library', t('editor.addStep'), shown.library),
    command('view', t('editor.view'), shown.view),
    command('jog', t('editor.jog'), shown.jog),
    command('shortcuts', t('shortcuts:title'), shown.shortcuts),
    ...densities
      .filter((density) => density !== readDensity())
      .map((density) => command(density, t(`shortcuts:setDensity.${density}`), () => chooseDensity(density))),
    ...panelNames.map((name) => command(name, t(`editor.panels.${name}`), () => shown.panel(name))),
  ];
}
