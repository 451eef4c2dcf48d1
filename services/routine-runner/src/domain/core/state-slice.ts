import type * as z from 'zod';
import type { SessionCore } from './session-core.ts';

/** The part of the session state that one part owns: `parts.<name>` in the state that clients see. */
export interface StateSlice<State> {
  readonly name: string;
  readonly initial: State;
  get(core: Pick<SessionCore, 'store'>): State;
  /** Replaces the slice; clients receive it with the next patch. @throws ZodError when it does not match the schema */
  set(core: Pick<SessionCore, 'store'>, state: State): void;
}

/** Declares a state slice. @throws ZodError when the initial state does not match the schema */
export function defineSlice<State>(name: string, schema: z.ZodType<State>, initial: State): StateSlice<State> {
  const checked = schema.parse(initial);
  return {
    name,
    initial: checked,
    get: ({ store }) => schema.parse(store.state.parts?.[name] ?? checked),
    set({ store }, state) {
      const next = schema.parse(state);
      store.update((draft) => {
        draft.parts = { ...draft.parts, [name]: next };
      });
    },
  };
}
