/** Maximum of listed commands. */
const maxListed = 50;

/**
 * Returns the commands whose label contains every word of a text, best first: labels that begin with it, then labels
 * with a word that begins with it, then the others, each in their given order. Returns all of them for an empty text.
 */
export function rankCommands<T extends { readonly label: string }>(commands: readonly T[], text: string): T[] {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === '') return commands.slice(0, maxListed);
  const words = wanted.split(/\s+/).filter(Boolean);
  const ranked: T[][] = [[], [], []];
  for (const command of commands) {
    const label = command.label.toLocaleLowerCase();
    if (!words.every((word) => label.includes(word))) continue;
    const rank = label.startsWith(wanted) ? 0 : label.includes(` ${wanted}`) ? 1 : 2;
    ranked[rank]?.push(command);
  }
  return ranked.flat().slice(0, maxListed);
}
