/** What the contracts of steps say, by the English: labels, help texts and the templates of sentences. */
export const deContractSteps: Readonly<Record<string, string>> = {
  Waypoint: 'Wegpunkt',
};
