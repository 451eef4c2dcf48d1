import { describe, expect, it } from 'vitest';
import { findInAnswer } from './answer-values.ts';

describe('A value of an answer', () => {
  it.each([
    [
      '{"id":12345678901234567890}',
      'id',
      "At 'id' the response has a number beyond ±9007199254740991, whose last digits would be lost. Use a text",
    ],
    ['{"id":1e999}', 'id', "At 'id' the response has a number that is not finite"],
    ['{"order":{"lines":[{"id":9007199254740993}]}}', 'order', "At 'order.lines.0.id' the response has"],
    ['[[1,-1e999]]', '0', "At '0.1' the response has a number that is not finite"],
    ['{"name":"a\\u0000b"}', 'name', 'a text with the character NUL'],
    ['{"name":"\\ud800"}', 'name', 'a text with half a character'],
    ['{"name":"\\u202egnol"}', 'name', 'a text with the invisible character U+202E'],
    ['{"all":{"x":"\\ud800"}}', 'all', "At 'all.x' the response has"],
    ['{"id":1,"id":2}', 'id', "The response has the field 'id' twice in one object"],
    ['{"id":1,"lines":[{"a":1,"\\u0061":2}]}', 'id', "the field 'a' twice"],
    ['a\u200bb', '', 'The response is a text with the invisible character U+200B. Remove it'],
  ])('fails by name in %s at %j', (body, path, message) => {
    expect(findInAnswer(body, path)).toEqual({ ok: false, error: expect.stringContaining(message) });
  });

  it.each([
    ['{"id":9007199254740991}', 'id', 9007199254740991],
    ['{"id":"12345678901234567890"}', 'id', '12345678901234567890'],
    ['{"a":[1.5,"x",null,true]}', 'a', '[1.5,"x",null,true]'],
  ])('keeps its exact value from %s at %j', (body, path, value) => {
    expect(findInAnswer(body, path)).toEqual({ ok: true, value });
  });
});
