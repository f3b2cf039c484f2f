import { describe, expect, test } from 'vitest';
import { noSuggestions, type SuggestionsEvent, suggestionsReducer } from './suggestions.ts';

const having = (...events: SuggestionsEvent[]) => events.reduce(suggestionsReducer, noSuggestions);
const offer: SuggestionsEvent = { type: 'offer', options: ['a@x.jp', 'a@y.jp', 'a@z.jp'] };
const down: SuggestionsEvent = { type: 'move', by: 1 };
const up: SuggestionsEvent = { type: 'move', by: -1 };

describe('the suggestions', () => {
  test('open without an active entry, so that Enter changes nothing unasked', () => {
    expect(having(offer)).toEqual({ phase: 'open', options: offer.options, active: -1 });
  });

  test('are closed when there is nothing to offer', () => {
    expect(having(offer, { type: 'offer', options: [] })).toEqual(noSuggestions);
  });

  test.each([
    ['down to the first', [down], 0],
    ['down past the last to the first', [down, down, down, down], 0],
    ['up to the last', [up], 2],
    ['up past the first to the last', [down, up], 2],
  ])('go %s by the arrow keys', (_how, moves, active) => {
    expect(having(offer, ...moves).active).toBe(active);
  });

  test('begin anew when the text changes', () => {
    expect(having(offer, down, offer).active).toBe(-1);
  });

  test('stay to be seen after a choice, take no second one, and close', () => {
    const chosen = having(offer, { type: 'choose', index: 1 });
    expect(chosen).toMatchObject({ phase: 'chosen', active: 1 });
    expect(suggestionsReducer(chosen, { type: 'choose', index: 2 })).toBe(chosen);
    expect(suggestionsReducer(chosen, down)).toBe(chosen);
    expect(suggestionsReducer(chosen, { type: 'close' })).toEqual(noSuggestions);
  });
});
