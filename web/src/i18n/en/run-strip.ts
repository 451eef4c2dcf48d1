/** Texts of the speed in the strip of controls. */
export const runStrip = {
  slower: 'Slower',
  faster: 'Faster',
  endTestRun: 'End test run at {{percent}} %',
};
