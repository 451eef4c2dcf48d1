/**
 * Returns the name itself if it is free, else the next of its series: 2FG7, 2FG7 2 …
 * @param withNumber name of the series with a number, from 2
 */
export function freeName(
  name: string,
  taken: ReadonlySet<string>,
  withNumber: (number: number) => string = (number) => `${name} ${number}`,
): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) if (!taken.has(withNumber(number))) return withNumber(number);
}
