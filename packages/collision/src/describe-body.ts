/** Returns the name of a link or an attachment for use in sentences: `forearm_link` is 'the forearm'. */
export function describeBody(name: string): string {
  return `the ${name.replace(/_link$/, '').replaceAll('_', ' ')}`;
}
