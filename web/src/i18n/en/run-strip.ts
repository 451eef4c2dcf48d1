/** Texts of the speed in the run strip. */
export const runStrip = {
  slower: 'Slower',
  faster: 'Faster',
  endTestRun: 'End test run at {{percent}} %',
};
