/** The lines of a Haas control's machine data collection that read and write macro variables. */
export const haasLines = {
  read: (variable: number) => `?Q600 ${variable}`,
  write: (variable: number, value: number) => `?E${variable} ${value}`,
} as const;

/** An answer without its prompt and the control characters round it. */
function clean(line: string): string {
  return [...line]
    .filter((character) => character >= ' ')
    .join('')
    .replace(/^>+/, '')
    .trim();
}

export const isRefusal = (line: string) => /^(UNKNOWN|\?)/i.test(clean(line));
/** 'MACRO, 3.000000': the value is the last part. */
export const isMacroAnswer = (line: string) => /^MACRO\s*,/i.test(clean(line)) || isRefusal(line);
export const isWriteAnswer = (line: string) => clean(line) === '!' || isRefusal(line);

/** The number of an answer; undefined when there is none. */
export function readMacroAnswer(line: string): number | undefined {
  const text = clean(line).split(',').at(-1)?.trim() ?? '';
  const value = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}
