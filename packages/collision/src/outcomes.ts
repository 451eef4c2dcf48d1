/**
 * What a test over an interval finds, from good to bad. clear: no contact anywhere in it. open: not known yet. meets:
 * balls that only enclose parts meet. hit: contact.
 */
export const outcomes = { clear: 0, open: 1, meets: 2, hit: 3 } as const;
