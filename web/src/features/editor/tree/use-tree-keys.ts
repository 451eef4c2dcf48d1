import type { KeyboardEvent } from 'react';
import { useCommand } from '../../../api/use-command.ts';
import { isShortcut, readShortcutKey } from '../../../ui/shortcut-key.ts';
import { useBreakpoints } from '../debug/use-debugger.ts';
import { useEditor } from '../editor-context.ts';

/** Keyboard control of the tree: arrows select, with Alt they move, the usual keys for the rest; F8 to F11 debug. */
export function useTreeKeys(show: (index: number) => void): (event: KeyboardEvent<HTMLElement>) => void {
  const { selection, commands, mayEdit } = useEditor();
  const { rows, focusID } = selection;
  const { toggle } = useBreakpoints();
  const { command } = useCommand();
  const go = (by: number, isExtending: boolean) => {
    const at = rows.findIndex(({ key }) => key === focusID);
    for (let index = at + by; index >= 0 && index < rows.length; index += Math.sign(by)) {
      const stepID = rows[index]?.step?.id;
      if (stepID === undefined) continue;
      show(index);
      return selection.select(stepID, isExtending ? 'through' : 'only');
    }
  };
  const fold = (isCollapsed: boolean) => {
    const row = rows.find(({ key }) => key === focusID);
    if (row?.isCollapsed === !isCollapsed) selection.setCollapsed(row.key, isCollapsed);
    else if (isCollapsed && row?.parentID !== undefined) selection.select(row.parentID);
    else if (!isCollapsed) go(1, false);
  };
  const plain: Record<string, () => void> = {
    arrowup: () => go(-1, false),
    arrowdown: () => go(1, false),
    arrowleft: () => fold(true),
    arrowright: () => fold(false),
    escape: () => selection.select(undefined),
    ...(mayEdit && {
      delete: () => commands.remove(),
      backspace: () => commands.remove(),
      f8: () => void command('resumeRoutine', {}),
      f9: () => void (focusID !== undefined && toggle(focusID)),
      f10: () => void command('stepOver', {}),
      f11: () => void command('stepInto', {}),
    }),
  };
  const shifted: Record<string, () => void> = { arrowup: () => go(-1, true), arrowdown: () => go(1, true) };
  const moving: Record<string, () => void> = {
    arrowup: () => void commands.moveBy(-1),
    arrowdown: () => void commands.moveBy(1),
    arrowleft: () => void commands.outdent(),
    arrowright: () => void commands.indent(),
  };
  const controlled: Record<string, () => void> = {
    c: () => commands.copy(),
    x: () => commands.cut(),
    v: () => void commands.paste(),
    d: () => commands.duplicate(),
    '/': () => commands.toggleDisabled(),
    a: () => selection.selectAll(rows.flatMap(({ step }) => (step ? [step.id] : []))),
  };
  return (event) => {
    const { altKey, shiftKey, ctrlKey, metaKey } = event;
    if ((ctrlKey || metaKey) && altKey) return;
    const acts = isShortcut(event)
      ? mayEdit
        ? controlled
        : {}
      : altKey
        ? mayEdit
          ? moving
          : {}
        : shiftKey
          ? shifted
          : plain;
    const act = acts[readShortcutKey(event)];
    if (!act) return;
    event.preventDefault();
    act();
  };
}
