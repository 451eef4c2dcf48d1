/** Id of the unprivileged user and group on every system. */
const unprivilegedID = 65_534;

/** Drops the rights of a root process once all code is loaded. */
export function dropRights(): void {
  if (process.getuid?.() !== 0) return;
  process.setgroups?.([]);
  process.setgid?.(unprivilegedID);
  process.setuid?.(unprivilegedID);
}
