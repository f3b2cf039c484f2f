/** A text with what is selected in it. */
export type Selected = { text: string; start: number; end: number };

/** What is put in the place of a part of the text, and what is selected then. */
export type Edit = { from: number; to: number; insert: string; start: number; end: number };

export type Mark = 'strong' | 'link' | 'bullets' | 'numbers' | 'heading' | 'subheading';

/** The edit that a button makes; pressed again, it takes its mark away. */
export function editFor(mark: Mark, selected: Selected): Edit {
  switch (mark) {
    case 'strong':
      return strengthen(selected);
    case 'link':
      return link(selected);
    case 'bullets':
      return eachLine(selected, /^- /, () => '- ');
    case 'numbers':
      return eachLine(selected, /^\d+\. /, (place) => `${place + 1}. `);
    case 'heading':
      return eachLine(selected, /^# /, () => '# ');
    case 'subheading':
      return eachLine(selected, /^## /, () => '## ');
  }
}

const marks = '**';
const strongWords = '太字にする文字';
const linkWords = 'リンクの文字';
const linkStart = 'https://';

function strengthen({ text, start, end }: Selected): Edit {
  const isWithin = text.slice(start - 2, start) === marks && text.slice(end, end + 2) === marks;
  if (isWithin && start >= 2) {
    const insert = text.slice(start, end);
    return { from: start - 2, to: end + 2, insert, start: start - 2, end: end - 2 };
  }
  const words = text.slice(start, end);
  if (words.trim() === '') {
    const insert = marks + strongWords + marks;
    return {
      from: start,
      to: start,
      insert,
      start: start + 2,
      end: start + 2 + strongWords.length,
    };
  }
  if (!words.includes('\n')) {
    // Marks beside a space would not count.
    const before = words.length - words.trimStart().length;
    const core = words.trim();
    const from = start + before;
    const insert = marks + core + marks;
    return { from, to: from + core.length, insert, start: from + 2, end: from + 2 + core.length };
  }
  const insert = words.replace(/[^\s].*[^\s]|[^\s]/g, (line) => marks + line + marks);
  return { from: start, to: end, insert, start, end: start + insert.length };
}

/** What is selected becomes the words, or the address if it is one; the other is selected, to be typed. */
function link({ text, start, end }: Selected): Edit {
  const selected = text.slice(start, end).trim();
  const isAddress = /^(?:https?:\/\/|mailto:|tel:|\/)\S+$/.test(selected);
  const words = isAddress || selected === '' ? linkWords : selected.replace(/\s*\n\s*/g, ' ');
  const address = isAddress ? selected : linkStart;
  const insert = `[${words}](${address})`;
  const mustNameAddress = words !== linkWords;
  const at = start + (mustNameAddress ? words.length + 3 : 1);
  const length = mustNameAddress ? address.length : words.length;
  return { from: start, to: end, insert, start: at, end: at + length };
}

/** Marks each line that is selected, in part or whole, in the place of the mark that it had. */
function eachLine(
  { text, start, end }: Selected,
  own: RegExp,
  markOf: (place: number) => string,
): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  // A selection that ends at the beginning of a line does not mean that line.
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const next = text.indexOf('\n', last);
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const isBlank = (line: string) => line.trim() === '' && lines.length > 1;
  const hasAll = lines.every((line) => isBlank(line) || own.test(line));
  let place = 0;
  const insert = lines
    .map((line) => {
      if (isBlank(line)) return line;
      const bare = line.replace(/^(?:- |\d+\. |#{1,6} )/, '');
      return hasAll ? bare : markOf(place++) + bare;
    })
    .join('\n');
  const whole = { start: from, end: from + insert.length };
  return { from, to, insert, ...(lines.length > 1 ? whole : { start: whole.end, end: whole.end }) };
}
