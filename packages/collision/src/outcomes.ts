/**
 * Outcomes of a test over an interval, from good to bad. clear: no contact anywhere in it. open: not decided yet.
 * meets: balls that enclose parts meet. hit: contact.
 */
export const outcomes = { clear: 0, open: 1, meets: 2, hit: 3 } as const;
