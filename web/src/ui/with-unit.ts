/** The unit after a number that is typed, and in its place while there is none. */
export function withUnit(unit: string | undefined): { suffix?: string; placeholder?: string } {
  return unit === undefined || unit === '' ? {} : { suffix: ` ${unit}`, placeholder: unit };
}
