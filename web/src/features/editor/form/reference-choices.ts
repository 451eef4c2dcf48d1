interface Reference {
  /** Capability or kind; undefined for all. */
  readonly accepts: string | undefined;
  /** Stored id. It stays a choice, so that a wrong one is visible. */
  readonly value: unknown;
}

/** Returns the devices with the capability that a field accepts. */
export function devicesFor<Device extends { readonly id: string; readonly capabilities: readonly string[] }>(
  { accepts, value }: Reference,
  devices: readonly Device[],
): readonly Device[] {
  if (accepts === undefined) return devices;
  return devices.filter(({ id, capabilities }) => id === value || capabilities.includes(accepts));
}

/** Returns the space items of the kind that a field accepts. */
export function spaceItemsFor<Item extends { readonly id: string; readonly kind: string }>(
  { accepts, value }: Reference,
  items: readonly Item[],
): readonly Item[] {
  if (accepts === undefined) return items;
  return items.filter(({ id, kind }) => id === value || kind === accepts);
}

interface EmptyReference {
  /** True for a device: without one, the step uses the only matching device of the cell. */
  readonly isDevice: boolean;
  readonly problem: string | undefined;
  /** Choices of the field. */
  readonly choices: readonly { readonly name: string }[];
}

/** Meaning of an empty reference; 'automatic' is the only matching device, with its name if the choices show it. */
export type EmptyChoice =
  | { readonly means: 'choose' | 'none' }
  | { readonly means: 'automatic'; readonly name: string | undefined };

/** Returns what an empty reference means: a choice is asked for only where its absence is a problem. */
export function meaningOfEmpty({ isDevice, problem, choices }: EmptyReference): EmptyChoice {
  if (problem !== undefined) return { means: 'choose' };
  if (!isDevice) return { means: 'none' };
  return { means: 'automatic', name: choices.length === 1 ? choices[0]?.name : undefined };
}
