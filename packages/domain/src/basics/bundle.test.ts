import { build } from 'esbuild';
import { expect, it } from 'vitest';

it('A bundle that parses documents includes the messages for invalid input', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents:
        "import { routineHeadSchema } from '../routine/index.ts'; console.log(routineHeadSchema.safeParse({}));",
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  expect(outputFiles[0]?.text).toContain('This must not be empty');
});
