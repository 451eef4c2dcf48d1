// Measures the first load of the home screen: gzip of all JavaScript before the 3D view. Exits with 1 beyond the limit.
// Build first (npm run build).
import { firstLoadLimitKB, measureFirstLoad } from '../../web/bench/first-load.ts';

const { totalKB, files } = measureFirstLoad('web/dist');
for (const { file, sizeKB } of files) console.log(`${sizeKB.toFixed(1).padStart(7)} kB  ${file}`);
console.log(
  `${totalKB.toFixed(1).padStart(7)} kB  first load of the home screen, before the 3D view (at most ${firstLoadLimitKB} kB)`,
);
if (totalKB > firstLoadLimitKB) process.exitCode = 1;
