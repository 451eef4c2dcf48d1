import type { Outcome } from './run-task.ts';

/** Returns the text for a set-up link; there is no link once there is a user. */
export function describeSetUp(link: string | null, url: string): Outcome {
  if (link === null)
    return { text: 'The first user already exists. An administrator of the cell invites the others', code: 1 };
  return { text: `Create the first user, once, at ${url.replace(/\/+$/, '')}${link}`, code: 0 };
}
