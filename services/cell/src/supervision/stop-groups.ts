import { createLifecycle, type Lifecycle, type Logger } from '@cellwright/service-kit';

/**
 * Creates groups of parts that start in any order and stop group by group, the last named group first. A part that
 * joins a stopped group is stopped at once.
 */
export function createStopGroups<Name extends string>(
  lifecycle: Lifecycle,
  names: readonly Name[],
  log: Logger,
): (name: Name) => Lifecycle {
  const groups = new Map<Name, Lifecycle>();
  for (const name of names) {
    const group = createLifecycle({ log });
    groups.set(name, group);
    lifecycle.onStop(name, async () => {
      const failed = await group.stop(`${name} ends`);
      if (failed.length > 0) throw new Error(`did not stop cleanly: ${failed.join(', ')}`);
    });
  }
  return (name) => groups.get(name) ?? lifecycle;
}
