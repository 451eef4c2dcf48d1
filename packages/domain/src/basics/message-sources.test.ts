import { describe, expect, it } from 'vitest';
import { defineMessages, detailsWithSource, findSource, messageIDs, withSource } from './message-sources.ts';

const messages = defineMessages('test', {
  late: 'The lift is late',
  failed: (name: string, reason: string) => `${name} failed: ${reason}`,
  moved: (name: string) => `${name} has moved`,
});

describe('A text of a catalogue', () => {
  it('equals the text of the catalogue', () => {
    expect(messages.late).toBe('The lift is late');
    expect(messages.failed('Lift', 'no power')).toBe('Lift failed: no power');
    expect(messageIDs).toEqual(expect.arrayContaining(['test.late', 'test.failed']));
  });

  it('has the id of its message and its parts, also where a part is a message', () => {
    expect(findSource(messages.late)).toEqual({ messageId: 'test.late' });
    expect(findSource(messages.failed('Lift', messages.late))).toEqual({
      messageId: 'test.failed',
      parameters: ['Lift', { message: 'The lift is late', messageId: 'test.late' }],
    });
  });

  it('loses its message after many other texts of the same message, and not after those of others', () => {
    const text = messages.failed('Lift', 'first');
    const rare = messages.moved('Lift');
    for (let index = 0; index < 600; index++) messages.failed('Lift', String(index));
    expect(findSource(text)).toBeUndefined();
    expect(findSource(rare)).toEqual({ messageId: 'test.moved', parameters: ['Lift'] });
    expect(findSource(messages.late)).toBeDefined();
  });
});

describe('A document with a message', () => {
  it('gets the source, unless it has one or the message is in no catalogue', () => {
    expect(withSource({ message: messages.late })).toEqual({ message: 'The lift is late', messageId: 'test.late' });
    expect(withSource({ message: messages.late, messageId: 'other.id' })).toMatchObject({ messageId: 'other.id' });
    expect(withSource({ message: 'Unknown' })).toEqual({ message: 'Unknown' });
  });
});

describe('The details of an error', () => {
  it('get the source beside their own fields; details that are no object stay', () => {
    expect(detailsWithSource(messages.late, { joint: 3 })).toEqual({ messageId: 'test.late', joint: 3 });
    expect(detailsWithSource(messages.late, undefined)).toEqual({ messageId: 'test.late' });
    expect(detailsWithSource(messages.late, 'text')).toBe('text');
    expect(detailsWithSource('Unknown', undefined)).toBeUndefined();
  });
});
