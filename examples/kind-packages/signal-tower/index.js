/** Lamps after each action: 1 is on. */
const lamps = {
  run: { GREEN: 1, RED: 0 },
  alarm: { GREEN: 0, RED: 1 },
  off: { GREEN: 0, RED: 0 },
};

/** Sends one line and returns the answer. The tower refuses with a line that begins with '!'. */
async function ask(line, question) {
  await line.send(`${question}\n`);
  const answer = await line.receive('\n');
  if (answer.startsWith('!')) throw new Error(`The tower refused ${question}: ${answer.slice(1)}`);
  return answer;
}

const level = (digit) => (digit === '1' ? 'high' : 'low');

/** The device kinds of this package, by the names in cellwright.json. */
export const devices = {
  SignalTower: {
    /** Returns the value of each sensor: 'high', 'low' or a number. */
    async read(_settings, line) {
      const [green, red, temperature] = (await ask(line, 'STATE')).split(' ');
      return { green: level(green), red: level(red), temperature: Number(temperature) };
    },

    /** Carries out an action, by its id. */
    async act(action, _settings, line) {
      const { GREEN, RED } = lamps[action];
      await ask(line, `LAMPS ${GREEN} ${RED}`);
    },

    /** Is the tower itself while it is simulated. */
    async simulate({ warmUp }, client) {
      let state = [0, 0];
      for (;;) {
        const [command, ...values] = (await client.receive('\n')).split(' ');
        if (command === 'LAMPS') {
          await client.record('lamps', Number(values.join('')));
          await client.wait(warmUp);
          state = values.map(Number);
          await client.send('OK\n');
        } else if (command === 'STATE') {
          const temperature = (await client.forced('temperature')) ?? 23.5;
          await client.send(`${state.join(' ')} ${temperature}\n`);
        } else {
          await client.send('!unknown command\n');
        }
      }
    },
  },
};
