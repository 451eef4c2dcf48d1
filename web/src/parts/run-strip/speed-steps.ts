/** Overall speeds that one tap leads to, percent. */
const steps = [1, 2, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

/** Returns the next speed below or above one, percent; undefined at the end. */
export function nextSpeed(percent: number, direction: 'slower' | 'faster'): number | undefined {
  return direction === 'faster' ? steps.find((step) => step > percent) : steps.findLast((step) => step < percent);
}
