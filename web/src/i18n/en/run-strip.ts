/** Texts of the strip of controls that every screen has while a run is under way. */
export const runStrip = {
  title: 'The run',
  slower: 'Slower',
  faster: 'Faster',
  endTestRun: 'End test run at {{percent}} %',
};
