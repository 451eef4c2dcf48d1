/** Returns input props that show the unit after a typed number, and as placeholder while there is none. */
export function withUnit(unit: string | undefined): { suffix?: string; placeholder?: string } {
  return unit === undefined || unit === '' ? {} : { suffix: ` ${unit}`, placeholder: unit };
}
