/** Texts of the question before signing out while a robot moves. */
export const leave = {
  leaveTitle: 'A robot is moving',
  leaveText: 'A robot of this cell is moving ({{robots}}). Signing out does not stop it.',
  leave: 'Sign out',
  stay: 'Stay signed in',
} as const;
