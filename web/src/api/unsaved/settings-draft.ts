import { ProductError } from '@cellwright/domain/basics';

/** Changed fields of stored settings. */
export interface SettingsDraft<Fields extends object> {
  readonly changed: Partial<Fields>;
  /** The stored settings that are changed. */
  readonly base: Versioned<Fields>;
}

export type Versioned<Fields extends object> = Fields & { readonly version: number };

export interface SettingsStore<Fields extends object> {
  load(): Promise<Versioned<Fields>>;
  /** @throws ProductError conflict if the settings have another version */
  patch(changed: Partial<Fields>, version: number): Promise<Versioned<Fields>>;
}

export interface SaveResult<Fields extends object> {
  /** False if another user has changed the same fields; nothing was saved then. */
  readonly isSaved: boolean;
  readonly stored: Versioned<Fields>;
}

/**
 * Saves the changed fields. Other fields keep what was saved meanwhile, as by a switch beside the form.
 * @throws ProductError if the cell refuses them
 */
export async function saveSettings<Fields extends object>(
  { changed, base }: SettingsDraft<Fields>,
  store: SettingsStore<Fields>,
): Promise<SaveResult<Fields>> {
  try {
    return { isSaved: true, stored: await store.patch(changed, base.version) };
  } catch (error) {
    if (!(error instanceof ProductError) || error.code !== 'conflict') throw error;
    const stored = await store.load();
    if (stored.version === base.version) throw error;
    if (keysOf(changed).some((key) => !isSame(stored[key], base[key]))) return { isSaved: false, stored };
    return { isSaved: true, stored: await store.patch(changed, stored.version) };
  }
}

function keysOf<Fields extends object>(fields: Partial<Fields>): (keyof Fields & string)[] {
  const keys: (keyof Fields & string)[] = [];
  for (const key in fields) keys.push(key);
  return keys;
}

/** Compares stored values, whose fields have one order. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
