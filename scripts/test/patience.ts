/** Time for which tests wait for something to come. */
export const patienceMS = 20_000;
