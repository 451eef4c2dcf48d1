import { createScripts } from './script-runner.ts';

const s = createScripts({ isPythonOn: async () => true });
const r = s.forRobot('simulated');
const v = { variables: [], steps: [], io: [] };
for (const [language, source] of [
  ['JavaScript', '1+1'],
  ['Python', '1+1'],
  ['JavaScript', 'for(;;){}'],
  ['JavaScript', '2'],
  ['Python', 'while True: pass'],
  ['Python', '2'],
  ['Python', 'x = bytearray(28*1000*1000)\n1'],
  ['JavaScript', '0/0'],
  ['JavaScript', '"a\\0b"'],
  ['Python', '"a\\0b"'],
  ['Python', '1e400'],
  ['Python', '1/0'],
  ['JavaScript', '"a"+String.fromCharCode(0xd800)'],
  ['Python', '"ä😀"+"€"'],
] as const) {
  const t = performance.now();
  console.log(
    language,
    source,
    JSON.stringify(await r.run({ language, source, values: v })),
    (performance.now() - t).toFixed(1),
  );
}
await s.close();
