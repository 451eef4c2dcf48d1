import type { Drafts } from './drafts.ts';
import { useDraft } from './use-draft.ts';

type Texts<Name extends string> = Readonly<Record<Name, string>>;

/**
 * Texts of a form, which are unsaved work while they differ from `initial`: they outlive the form. `field` returns the
 * props of the input of one of them; `discard` resets all.
 * @param name name of the form, for the question whether to leave
 */
export function useTextDraft<Name extends string>(
  drafts: Drafts<Texts<Name>>,
  key: string,
  name: string,
  initial: Texts<Name>,
) {
  const [draft, setDraft] = useDraft(drafts, key, name);
  const texts = draft ?? initial;
  const set = (next: Texts<Name>) => {
    const isInitial = Object.entries<string>(next).every(([each, text]) => text === Reflect.get(initial, each));
    setDraft(isInitial ? undefined : next);
  };
  const field = (each: Name) => ({
    size: 'md' as const,
    value: texts[each],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      set({ ...texts, [each]: event.currentTarget.value }),
  });
  return { texts, field, discard: () => setDraft(undefined) };
}
