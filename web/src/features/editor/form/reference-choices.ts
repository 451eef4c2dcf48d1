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
