// Writes the pages of docs/ that are generated. `npm run docs`; a test says when one is stale.
import { writeFileSync } from 'node:fs';
import { renderChartReadme } from './chart.ts';
import { pages } from './pages.ts';

for (const { file, render } of pages) writeFileSync(`docs/${file}`, render());
writeFileSync('deploy/helm/cellwright/README.md', renderChartReadme());
