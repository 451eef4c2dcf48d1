/** Texts of the strip of controls that every screen has while a run is under way. */
export const runStrip = {
  title: 'The run',
  step: 'Step {{path}}',
  pause: 'Pause',
  resume: 'Resume',
  speed: 'Overall speed',
  slower: 'Slower',
  faster: 'Faster',
  endTestRun: 'End test run at {{percent}} %',
};
