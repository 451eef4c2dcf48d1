// `npm run builds`: signs builds for control boxes.
import { runBuilds } from './run.ts';

process.exitCode = runBuilds(process.argv.slice(2), {
  out: (text) => console.log(text),
  complain: (text) => console.error(text),
});
