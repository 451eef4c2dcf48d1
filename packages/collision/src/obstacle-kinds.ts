/** Kinds of obstacles as the numbers that the flat arrays hold. */
export const obstacleKinds = { sphere: 0, capsule: 1, box: 2, cylinder: 3, halfSpace: 4, convex: 5, mesh: 6 } as const;
