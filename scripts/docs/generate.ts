// Writes the generated pages of docs/. `npm run docs`; a test fails when one is outdated.
import { writeFileSync } from 'node:fs';
import { renderChartReadme } from './chart.ts';
import { pages } from './pages.ts';

for (const { file, render } of pages) writeFileSync(`docs/${file}`, render());
writeFileSync('deploy/helm/cellwright/README.md', renderChartReadme());
