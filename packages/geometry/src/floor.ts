/** How far below the base of an arm on the default stand the floor is, metres. */
export const floorBelowBase = 0.25;
