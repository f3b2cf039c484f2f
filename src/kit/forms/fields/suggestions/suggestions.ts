/** Delay before the list closes after a choice, so that the choice is visible (docs/product.md, Timings). */
export const suggestionsCloseDelayMs = 200;

/** The list under a field: its options and the active entry (-1: none). */
export type Suggestions = {
  phase: 'closed' | 'open' | 'chosen';
  options: readonly string[];
  active: number;
};

export type SuggestionsEvent =
  | { type: 'offer'; options: readonly string[] }
  | { type: 'move'; by: 1 | -1 }
  | { type: 'choose'; index: number }
  | { type: 'close' };

export const noSuggestions: Suggestions = { phase: 'closed', options: [], active: -1 };

/** No entry is active at first, because Enter must not change an address typed as intended. */
export function suggestionsReducer(state: Suggestions, event: SuggestionsEvent): Suggestions {
  switch (event.type) {
    case 'offer':
      if (event.options.length === 0) return noSuggestions;
      return { phase: 'open', options: event.options, active: -1 };
    case 'move': {
      if (state.phase !== 'open') return state;
      const count = state.options.length;
      const from = state.active === -1 && event.by === -1 ? 0 : state.active;
      return { ...state, active: (from + event.by + count) % count };
    }
    case 'choose':
      return state.phase === 'open' ? { ...state, phase: 'chosen', active: event.index } : state;
    case 'close':
      return noSuggestions;
  }
}
