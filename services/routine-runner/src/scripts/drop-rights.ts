/** Nobody's user and group, on every system that has them. */
const nobody = 65_534;

/** Once all code is loaded: a root process becomes nobody's. */
export function dropRights(): void {
  if (process.getuid?.() !== 0) return;
  process.setgroups?.([]);
  process.setgid?.(nobody);
  process.setuid?.(nobody);
}
