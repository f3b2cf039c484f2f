import { gramPlaces, placeCount } from './gram-places.ts';

/** Letters that are numbered; more than Japanese texts have. Any beyond count as one, which is looked at. */
const mostLetters = 1 << 15;
/** Words that so many texts may hold are learned once the texts have been looked at; so many words at most. */
const frequent = 1_000;
const mostLearned = 200;

/**
 * An index of texts by the letters and the pairs of letters that they hold, line by line, and by the longer words that
 * were looked for and are frequent. A text that changes costs what differs of it; nothing is ever made anew. A new one
 * is found at once, and its grams are noted when there is time (`settle`). `textAt` is the text at a slot as it was
 * last put there.
 */
export function gramIndex(textAt: (slot: number) => string) {
  const letterOf = new Uint16Array(1 << 16);
  let letters = 1;
  const blocks: ReturnType<typeof gramPlaces>[] = [];
  /** By numbers below those of grams; who was looked for last is last. */
  const learned = new Map<string, number>();
  let lastNumber = 0;
  /** New texts whose grams are not noted yet: until then they are looked at. */
  const pending = new Set<number>();

  function letter(code: number, isNew: boolean): number {
    const known = letterOf[code] as number;
    if (known > 0 || !isNew || letters >= mostLetters) return known;
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
      if (before !== undefined) note(before * mostLetters + now);
      before = now;
    }
  }

  /** The grams of a text in their order, some of them more than once. */
  function gramsIn(text: string, to: Uint32Array): Uint32Array {
    let count = 0;
    eachGram(text, (gram) => {
      to[count++] = gram;
    });
    return to.subarray(0, count).sort();
  }

  /** Room for the grams of two texts: to make it anew for each of very many would be most of the work. */
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

  /** The slots that are noted for each of the grams. */
  function common(grams: readonly number[]): Uint32Array {
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
    if (learned.size <= mostLearned || !oldest) return;
    learned.delete(oldest[0]);
    for (const block of blocks) block.forget(oldest[1]);
  }

  /** Notes which of the learned words a text holds. */
  function noteLearned(slot: number, text: string): void {
    for (const [word, number] of learned) {
      if (text.includes(word)) blockOf(slot).put(number, slot % placeCount);
      else blockOf(slot).drop(number, slot % placeCount);
    }
  }

  /** The slots of the texts that hold all of the terms and are not noted yet. */
  const amongPending = (terms: readonly string[]) =>
    [...pending].filter((slot) => {
      const text = textAt(slot);
      return terms.every((term) => text.includes(term));
    });

  return {
    /** Puts a text in the place of another one, '' where there was none or is none now. */
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
      eachOnlyIn(old, held, (gram) => block.drop(gram, place));
      eachOnlyIn(held, old, (gram) => block.put(gram, place));
    },

    /** Notes the grams of so many new texts, and answers how many are left. */
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

    /** The slots of the texts that hold all of the terms, of which none is empty. */
    find(terms: readonly string[]): Uint32Array {
      const grams = new Set<number>();
      const unsure: string[] = [];
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
        // A letter without a number of its own may be any of these.
        if (known.length > 2 || known.includes(0)) unsure.push(term);
      }
      const candidates = common([...grams]);
      if (unsure.length === 0) return joined(candidates, amongPending(terms));
      const found = candidates.filter((slot) => {
        const text = textAt(slot);
        return unsure.every((term) => text.includes(term));
      });
      const [term = ''] = terms;
      if (terms.length === 1 && candidates.length >= frequent) learn(term, found);
      return joined(found, amongPending(terms));
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

/** What is in one of two sorted lists and not in the other. */
function eachOnlyIn(list: Uint32Array, other: Uint32Array, note: (number: number) => void): void {
  let from = 0;
  for (const number of list) {
    while (from < other.length && (other[from] as number) < number) from += 1;
    if (other[from] !== number || from === other.length) note(number);
  }
}

/** The pairs of a term's letters; its letter, where it has only one. */
const gramsOf = (letters: readonly number[]): number[] =>
  letters.length === 1
    ? [...letters]
    : letters.slice(1).map((now, at) => (letters[at] as number) * mostLetters + now);
