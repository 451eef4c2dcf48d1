/** How fast a go-to is at the tool, m/s: seen, and stopped in time. */
export const goToSpeed = 0.15;
