// Prints the generated pages as JSON, for the test that compares them with docs/.
import { pages } from './pages.ts';

process.stdout.write(JSON.stringify(Object.fromEntries(pages.map(({ file, render }) => [file, render()]))));
