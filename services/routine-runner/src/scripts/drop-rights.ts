/** User and group id of `nobody` on every system. */
const nobody = 65_534;

/** Drops the rights of a root process once all code is loaded. */
export function dropRights(): void {
  if (process.getuid?.() !== 0) return;
  process.setgroups?.([]);
  process.setgid?.(nobody);
  process.setuid?.(nobody);
}
