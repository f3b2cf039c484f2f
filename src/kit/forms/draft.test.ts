import { describe, expect, test } from 'vitest';
import {
  type DraftStorage,
  deleteAllDrafts,
  deleteExpiredDrafts,
  draftKey,
  draftsClearedKey,
  readDraft,
  withoutPaths,
  writeDraft,
} from './draft.ts';

function storage(entries: Record<string, string> = {}): DraftStorage & { all(): string[] } {
  const map = new Map(Object.entries(entries));
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    key: (index) => [...map.keys()][index] ?? null,
    get length() {
      return map.size;
    },
    all: () => [...map.keys()],
  };
}

const key = draftKey('apply', 1);
const now = 1_700_000_000_000;
const dayMs = 24 * 60 * 60 * 1000;

describe('a draft', () => {
  test('is restored within 24 hours and not a millisecond later', () => {
    const drafts = storage();
    writeDraft(drafts, key, { name: '花' }, [], now);
    expect(readDraft(drafts, key, now + dayMs - 1)).toEqual({ name: '花' });
    expect(readDraft(drafts, key, now + dayMs)).toBeUndefined();
  });

  test('is not prolonged by going on with it', () => {
    const drafts = storage();
    writeDraft(drafts, key, { name: '花' }, [], now);
    writeDraft(drafts, key, { name: '花子' }, [], now + dayMs - 1);
    expect(readDraft(drafts, key, now + dayMs - 1)).toEqual({ name: '花子' });
    expect(readDraft(drafts, key, now + dayMs)).toBeUndefined();
    // What is typed after expiry is a new draft.
    writeDraft(drafts, key, { name: '花' }, [], now + dayMs);
    expect(readDraft(drafts, key, now + 2 * dayMs - 1)).toEqual({ name: '花' });
  });

  test('is ignored if it is from the future, as after a clock was set back', () => {
    const drafts = storage();
    writeDraft(drafts, key, { name: '花' }, [], now);
    expect(readDraft(drafts, key, now - 1)).toBeUndefined();
  });

  test('of another version is another draft', () => {
    const drafts = storage();
    writeDraft(drafts, key, { name: '花' }, [], now);
    expect(readDraft(drafts, draftKey('apply', 2), now)).toBeUndefined();
  });

  test('that can’t be read is none', () => {
    for (const text of ['', '{', 'null', '[]', '"text"', '{"savedAtMs":"soon","values":1}']) {
      expect(readDraft(storage({ [key]: text }), key, now)).toBeUndefined();
    }
  });

  test('holds neither what is excluded nor secrets nor files', () => {
    const values = {
      uid: 'u1',
      person: { name: '花', note: 'x' },
      password: 'p',
      newPassword: 'p',
      claimToken: 't',
      csv: new File(['a'], 'a.csv'),
      products: ['bags'],
    };
    expect(withoutPaths(values, ['uid', 'person.note'])).toEqual({
      person: { name: '花' },
      csv: undefined,
      products: ['bags'],
    });
  });

  test('does no harm where storage is full or forbidden', () => {
    const full = {
      ...storage(),
      setItem() {
        throw new Error('QuotaExceededError');
      },
    };
    expect(() => writeDraft(full, key, {}, [], now)).not.toThrow();
  });
});

describe('deleting drafts', () => {
  test('deletes expired drafts of every form, and nothing else', () => {
    const drafts = storage({ theme: 'x', [draftsClearedKey]: '1' });
    writeDraft(drafts, key, {}, [], now);
    writeDraft(drafts, draftKey('join', 1), {}, [], now - dayMs);
    writeDraft(drafts, draftKey('profile', 3), {}, [], now - dayMs * 2);
    deleteExpiredDrafts(drafts, now);
    expect(drafts.all()).toEqual(['theme', draftsClearedKey, key]);
  });

  test('deletes all drafts at a sign-out', () => {
    const drafts = storage({ theme: 'x' });
    writeDraft(drafts, key, {}, [], now);
    writeDraft(drafts, draftKey('join', 1), {}, [], now);
    deleteAllDrafts(drafts);
    expect(drafts.all()).toEqual(['theme']);
  });
});
