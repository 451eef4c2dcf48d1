/** A process of a package that was taken over: it loads as ours does, and then misbehaves as its argument says. */
import { createInterface } from 'node:readline';

const conduct = process.argv[2];
const say = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`);

function misbehave(): void {
  if (conduct === 'exits') process.exit(3);
  else if (conduct === 'nonsense') process.stdout.write('{"kind":"ended","run":"all"}\n');
  else if (conduct === 'endless line') process.stdout.write('x'.repeat(1_000_000));
  else if (conduct === 'calls') {
    for (let id = 1; id <= 1000; id += 1) say({ kind: 'call', run: 1, id, name: 'wait', args: '[1]' });
  } else for (;;) performance.now();
}

let seen = 0;
createInterface({ input: process.stdin }).on('line', (line) => {
  seen += 1;
  if (line.includes('"kind":"load"')) say({ kind: 'loaded', exported: ['steps.Act'] });
  if (line.includes('"kind":"run"')) misbehave();
  say({ kind: 'waiting', seen });
});
say({ kind: 'ready' });
