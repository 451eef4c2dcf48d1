import { useEffect, useState } from 'react';
import { isQuestionMark } from '../../../ui/shortcut-key.ts';
import { ShortcutSheet } from './ShortcutSheet.tsx';

/** The shortcut sheet: `?` opens it, except while a text is typed. */
export function useShortcutSheet() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (isQuestionMark({ key }) && !isText && !ctrlKey && !metaKey && !altKey) setOpen(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return {
    open: () => setOpen(true),
    sheet: isOpen ? <ShortcutSheet onClose={() => setOpen(false)} /> : null,
  };
}
