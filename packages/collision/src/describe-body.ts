/** A link, or what is attached to one, as sentences name it: `forearm_link` is 'the forearm'. */
export function describeBody(name: string): string {
  return `the ${name.replace(/_link$/, '').replaceAll('_', ' ')}`;
}
