/** Numbers of the kinds of obstacles in the flat arrays. */
export const obstacleKinds = { sphere: 0, capsule: 1, box: 2, cylinder: 3, halfSpace: 4, convex: 5, mesh: 6 } as const;
