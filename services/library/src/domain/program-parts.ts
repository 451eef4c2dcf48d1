/** Maximum length of a part of a program in characters, except for a single larger step. */
const programPartCharacters = 64 * 1024;

/** Groups already serialised steps into JSON arrays small enough to parse between two heartbeats. */
export function partitionProgram(serialisedSteps: Iterable<string>, limit = programPartCharacters): string[] {
  const parts: string[] = [];
  let current: string[] = [];
  let size = 0;
  const flush = () => {
    if (current.length > 0) parts.push(`[${current.join(',')}]`);
    current = [];
    size = 0;
  };
  for (const step of serialisedSteps) {
    if (size + step.length > limit) flush();
    current.push(step);
    size += step.length + 1;
  }
  flush();
  return parts;
}
