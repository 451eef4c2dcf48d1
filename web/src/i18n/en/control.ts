/** Texts about who controls the robot. */
export const control = {
  nobody: 'No one has control',
  you: 'You have control',
  other: 'Controlled by {{name}}',
  program: 'Controlled by program {{name}}',
  gone: '{{holder}} (not connected)',
  take: 'Take control',
  takeOver: 'Take over',
  release: 'Release control',
  takeOverTitle: 'Take over from {{name}}?',
  takeOverText:
    'The arm stops first, and {{name}} is notified. Are you at the cell, and can you see the arm?',
  present: 'I see the arm: take over',
  cancel: 'Cancel',
  releaseTitle: 'Release control?',
  releaseText:
    'The run keeps its state. The next user or program that takes control can continue it.',
  lost_tookOver: '{{name}} took over control at {{time}}',
  lost_paused: '{{name}} paused the run at {{time}} and has control now',
  lostHelp: 'To command the arm again, take over control.',
  read: 'OK',
} as const;
