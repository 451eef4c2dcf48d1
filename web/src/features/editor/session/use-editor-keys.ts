import { useEffect } from 'react';
import { isShortcut, readShortcutKey } from '../../../ui/shortcut-key.ts';
import type { RoutineSession } from './use-routine-session.ts';

/** Handles undo and redo keys while the user may edit, except in text fields, which have their own undo. */
export function useEditorKeys({ undo, redo }: Pick<RoutineSession, 'undo' | 'redo'>, mayEdit: boolean): void {
  useEffect(() => {
    if (!mayEdit) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event) || isText(event.target)) return;
      const key = readShortcutKey(event);
      if (key === 'z' && !event.shiftKey) undo();
      else if (key === 'y' || key === 'z') redo();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [undo, redo, mayEdit]);
}

function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
