/** Texts below the robots of the menu in the status bar. */
export const modesEn = {
  live: 'The real arm. Your commands move it.',
  twin: 'A simulated controller in place of the real arm. Nothing real moves.',
  simulated: 'A simulated robot. The real arm does not move.',
};

export type ModesTexts = typeof modesEn;
