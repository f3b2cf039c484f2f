import { gramPlaces, placeCount } from './gram-places.ts';

/**
 * Distinct letters that get a number, more than Japanese texts have. All others share one and are
 * verified by scanning.
 */
const maxLetters = 1 << 15;
/** A word with this many candidate texts is learned after a scan; at most `maxLearnedWords` words are. */
const frequent = 1_000;
const maxLearnedWords = 200;

/**
 * Index of texts by letters and pairs of letters per line, and by longer, frequent words that were
 * searched for. Updating a text costs its difference; nothing is rebuilt. A new text is found at
 * once and indexed later (`settle`). `textAt` returns the text last put at a slot.
 */
export function gramIndex(textAt: (slot: number) => string) {
  const letterOf = new Uint16Array(1 << 16);
  let letters = 1;
  const blocks: ReturnType<typeof gramPlaces>[] = [];
  /** Word to number, below those of grams; least recently searched first. */
  const learned = new Map<string, number>();
  let lastNumber = 0;
  /** New texts that are not indexed yet; searches scan them. */
  const pending = new Set<number>();

  function letter(code: number, isNew: boolean): number {
    const known = letterOf[code] as number;
    if (known > 0 || !isNew || letters >= maxLetters) return known;
    letterOf[code] = letters;
    letters += 1;
    return letters - 1;
  }

  function eachGram(text: string, note: (gram: number) => void): void {
    let before: number | undefined;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === lineBreak) {
        before = undefined;
        continue;
      }
      const now = letter(code, true);
      note(now);
      if (before !== undefined) note(before * maxLetters + now);
      before = now;
    }
  }

  /** The grams of a text in order, with duplicates. */
  function gramsIn(text: string, to: Uint32Array): Uint32Array {
    let count = 0;
    eachGram(text, (gram) => {
      to[count++] = gram;
    });
    return to.subarray(0, count).sort();
  }

  /** Scratch space for the grams of two texts; allocating it per text would dominate the cost. */
  let scratch: readonly [Uint32Array, Uint32Array] = [new Uint32Array(1), new Uint32Array(1)];
  function scratchFor(length: number) {
    if (scratch[0].length < length) scratch = [new Uint32Array(length), new Uint32Array(length)];
    return scratch;
  }

  function blockOf(slot: number) {
    const number = Math.floor(slot / placeCount);
    while (blocks.length <= number) blocks.push(gramPlaces());
    return blocks[number] as ReturnType<typeof gramPlaces>;
  }

  /** Slots indexed under all of the grams. */
  function slotsOf(grams: readonly number[]): Uint32Array {
    const found = blocks.map((block, number) => block.common(grams, number * placeCount));
    const slots = new Uint32Array(found.reduce((sum, { length }) => sum + length, 0));
    let from = 0;
    for (const part of found) {
      slots.set(part, from);
      from += part.length;
    }
    return slots;
  }

  function learn(word: string, slots: Uint32Array): void {
    lastNumber -= 1;
    learned.set(word, lastNumber);
    for (const slot of slots) blockOf(slot).put(lastNumber, slot % placeCount);
    const [oldest] = learned;
    if (learned.size <= maxLearnedWords || !oldest) return;
    learned.delete(oldest[0]);
    for (const block of blocks) block.forget(oldest[1]);
  }

  /** Indexes the learned words that a text contains. */
  function noteLearned(slot: number, text: string): void {
    for (const [word, number] of learned) {
      if (text.includes(word)) blockOf(slot).put(number, slot % placeCount);
      else blockOf(slot).drop(number, slot % placeCount);
    }
  }

  /** Slots of not yet indexed texts that contain all terms. */
  const pendingMatches = (terms: readonly string[]) =>
    [...pending].filter((slot) => {
      const text = textAt(slot);
      return terms.every((term) => text.includes(term));
    });

  return {
    /** Replaces the text at a slot; '' for none before or none now. */
    replace(slot: number, before: string, now: string): void {
      if (before === now) return;
      if (before === '' || pending.has(slot)) {
        if (now === '') pending.delete(slot);
        else pending.add(slot);
        return;
      }
      const block = blockOf(slot);
      const place = slot % placeCount;
      noteLearned(slot, now);
      const [oldRoom, newRoom] = scratchFor(2 * Math.max(before.length, now.length));
      const old = gramsIn(before, oldRoom);
      const held = gramsIn(now, newRoom);
      forEachDifference(old, held, (gram) => block.drop(gram, place));
      forEachDifference(held, old, (gram) => block.put(gram, place));
    },

    /** Indexes up to `count` new texts and returns how many remain. */
    settle(count: number): number {
      for (const slot of pending) {
        if (count-- <= 0) break;
        pending.delete(slot);
        const text = textAt(slot);
        const block = blockOf(slot);
        eachGram(text, (gram) => block.put(gram, slot % placeCount));
        noteLearned(slot, text);
      }
      return pending.size;
    },

    /** Slots of the texts that contain all terms; no term is empty. */
    find(terms: readonly string[]): Uint32Array {
      const grams = new Set<number>();
      const toVerify: string[] = [];
      for (const term of terms) {
        const number = learned.get(term);
        if (number !== undefined) {
          grams.add(number);
          learned.delete(term);
          learned.set(term, number);
          continue;
        }
        const known = Array.from({ length: term.length }, (_, at) =>
          letter(term.charCodeAt(at), false),
        );
        for (const gram of gramsOf(known)) grams.add(gram);
        // Letters without a number of their own share one, so matches must be verified.
        if (known.length > 2 || known.includes(0)) toVerify.push(term);
      }
      const candidates = slotsOf([...grams]);
      if (toVerify.length === 0) return joined(candidates, pendingMatches(terms));
      const found = candidates.filter((slot) => {
        const text = textAt(slot);
        return toVerify.every((term) => text.includes(term));
      });
      const [term = ''] = terms;
      if (terms.length === 1 && candidates.length >= frequent) learn(term, found);
      return joined(found, pendingMatches(terms));
    },
  };
}

const lineBreak = 10;

function joined(slots: Uint32Array, more: readonly number[]): Uint32Array {
  if (more.length === 0) return slots;
  const all = new Uint32Array(slots.length + more.length);
  all.set(slots);
  all.set(more, slots.length);
  return all;
}

/** Calls `note` for each number that is in `list` and not in `other`; both are sorted. */
function forEachDifference(
  list: Uint32Array,
  other: Uint32Array,
  note: (number: number) => void,
): void {
  let from = 0;
  for (const number of list) {
    while (from < other.length && (other[from] as number) < number) from += 1;
    if (other[from] !== number || from === other.length) note(number);
  }
}

/** Pairs of a term's letters, or its single letter. */
const gramsOf = (letters: readonly number[]): number[] =>
  letters.length === 1
    ? [...letters]
    : letters.slice(1).map((now, at) => (letters[at] as number) * maxLetters + now);
