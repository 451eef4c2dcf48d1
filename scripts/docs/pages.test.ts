import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { pages } from './pages.ts';

describe('generated pages', () => {
  let rendered: Readonly<Record<string, string>>;
  // In a separate process, like `npm run docs`: a service that shares this one may have named schemas.
  beforeAll(() => {
    const printed = execFileSync(process.execPath, ['--import', 'tsx', 'scripts/docs/print.ts'], {
      encoding: 'utf8',
      maxBuffer: 64e6,
    });
    rendered = z.record(z.string(), z.string()).parse(JSON.parse(printed));
  });

  it.each(pages)('docs/$file is current (npm run docs)', ({ file }) => {
    expect(readFileSync(`docs/${file}`, 'utf8')).toBe(rendered[file]);
  });
});
