import { describe, expect, it } from 'vitest';
import { startMoving } from '../testing/moving-cell.fixture.ts';

describe('A runner message with a text that cannot be stored', () => {
  it.each([
    ['setInFailureState', { message: 'a\0b' }, "'message' has a text with the character NUL"],
    ['setInFailureState', { message: 'half \ud83d' }, "'message' has a text with half a character"],
    ['acquireControl', { name: 'back\u202ewards' }, "'name' has a text with the invisible character U+202E"],
  ])('fails by name: %s %j', async (kind, payload, message) => {
    const cell = await startMoving();
    expect(await cell.ask(kind, payload)).toMatchObject({
      ok: false,
      error: { code: 'request_failed_validation', message: expect.stringContaining(message) },
    });
    expect(cell.state()).toMatchObject({ failure: null });
  });

  it('still stops the arm', async () => {
    const cell = await startMoving();
    expect(await cell.ask('emergencyStop', { reason: 'a\0b \ud83d' })).toMatchObject({ ok: true });
  });
});
