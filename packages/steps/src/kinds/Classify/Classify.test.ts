import { describe, expect, it } from 'vitest';
import { playback, step } from '../../testing/play.fixture.ts';

const pictures = [
  { class: 'disc', templateImage: 'AAAA' },
  { class: 'washer', templateImage: 'BBBB' },
];
const args = { classes: ['disc', 'washer'], pictures, fallbackValue: 'unknown' };

async function play(more: object, classified: readonly { readonly class: string; readonly confidence: number }[]) {
  const run = playback([step('Classify', { ...args, ...more })]);
  run.cell.classified = classified;
  const result = await run.finish();
  const variable = (name: string) => run.cell.stepVariables.get(`Classify 1.${name}`);
  return { run, result, values: [variable('result'), variable('confidence')] };
}

describe('Classify', () => {
  it('shows the class that matches best, and how well, in its variables', async () => {
    const seen = [
      { class: 'washer', confidence: 0.9 },
      { class: 'disc', confidence: 0.6 },
    ];
    expect((await play({}, seen)).values).toEqual(['washer', 0.9]);
  });

  it.each([
    ['nothing matches', []],
    ['the best match is below the confidence', [{ class: 'disc', confidence: 0.49 }]],
    ['an unknown class matches', [{ class: 'bolt', confidence: 1 }]],
  ])('completes with the fallback value if %s', async (_, seen) => {
    const { result, values } = await play({}, seen);
    expect(result).toMatchObject({ kind: 'completed' });
    expect(values).toEqual(['unknown', 0]);
  });

  it('asks with a confidence of 0.5 by default, for the classes, the pictures and the region of the step', async () => {
    const { run } = await play({ regionOfInterest: { x: 320, y: 240, width: 300, height: 200 } }, []);
    const regionOfInterest = { kind: 'rectangle', x: 320, y: 240, width: 300, height: 200, rotation: 0 };
    expect(run.cell.classifyRequests).toEqual([{ classes: args.classes, pictures, confidence: 0.5, regionOfInterest }]);
  });

  it('fails when the camera fails, and keeps no result of an earlier picture', async () => {
    const run = playback([step('Classify', args)], { faults: ['cameraLost'] });
    expect(await run.finish()).toMatchObject({ kind: 'failed', failure: 'CameraFailure' });
    expect(run.cell.stepVariables.get('Classify 1.result')).toBe('unknown');
  });
});
