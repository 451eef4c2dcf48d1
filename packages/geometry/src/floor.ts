/** Height of the base of an arm on the default stand above the floor, metres. */
export const floorBelowBase = 0.25;
