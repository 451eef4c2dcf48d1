import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/** Key that moves the focus to a prompt from anywhere. No browser uses it, and nothing else here does. */
export const promptKey = 'F2';

interface PromptFocus {
  readonly ref: RefObject<HTMLElement | null>;
  onFocus(event: FocusEvent): void;
}

/**
 * Moves the focus to a prompt and back: its key moves the focus there, and after the answer it returns to the previous
 * element. A prompt never takes the focus by itself: a key that is pressed at that moment would answer it.
 */
export function usePromptFocus(): PromptFocus {
  const ref = useRef<HTMLElement>(null);
  const before = useRef<HTMLElement>(undefined);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== promptKey || event.repeat) return;
      event.preventDefault();
      ref.current?.querySelector<HTMLElement>(':is(input, button):enabled')?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      if (document.activeElement === document.body) before.current?.focus();
    };
  }, []);
  return {
    ref,
    onFocus({ relatedTarget }) {
      if (!(relatedTarget instanceof HTMLElement) || ref.current?.contains(relatedTarget)) return;
      before.current = relatedTarget;
    },
  };
}
