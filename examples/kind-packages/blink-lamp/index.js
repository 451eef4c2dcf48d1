/** The step kinds of this package, by the names in cellwright.json. */
export const steps = {
  BlinkLamp: {
    /** Plays the step: `args` are its checked arguments, `cell` are the calls to the cell. */
    async run({ output, count, halfPeriod, counter }, cell) {
      for (let flashes = 1; flashes <= count; flashes += 1) {
        await cell.setOutput(output, 'high');
        await cell.wait(halfPeriod);
        await cell.setOutput(output, 'low');
        await cell.wait(halfPeriod);
        await cell.setStepVariable('flashes', flashes);
        if (counter !== undefined) await cell.setVariable(counter, flashes);
      }
      await cell.log(`${output} blinked ${count} times`);
    },
  },
};
