/** A text with its selection. */
export type Selected = { text: string; start: number; end: number };

/** A replacement within the text, and the selection after it. */
export type Edit = { from: number; to: number; insert: string; start: number; end: number };

export type Mark = 'strong' | 'link' | 'bullets' | 'numbers' | 'heading' | 'subheading';

/** The edit of a toolbar button; pressing it again removes its mark. */
export function editFor(mark: Mark, selected: Selected): Edit {
  switch (mark) {
    case 'strong':
      return toggleBold(selected);
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

function toggleBold({ text, start, end }: Selected): Edit {
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
    // Markdown ignores marks beside a space.
    const before = words.length - words.trimStart().length;
    const core = words.trim();
    const from = start + before;
    const insert = marks + core + marks;
    return { from, to: from + core.length, insert, start: from + 2, end: from + 2 + core.length };
  }
  const insert = words.split('\n').map(strongLine).join('\n');
  return { from: start, to: end, insert, start, end: start + insert.length };
}

function strongLine(line: string): string {
  const core = line.trim();
  return core === '' ? line : line.replace(core, () => marks + core + marks);
}

const inOneLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

/** The selection becomes the link's text, or its address if it is one; the other part is selected for typing. */
function link({ text, start, end }: Selected): Edit {
  const selected = text.slice(start, end).trim();
  const isAddress = /^(?:https?:\/\/|mailto:|tel:|\/)\S+$/.test(selected);
  const words = isAddress || selected === '' ? linkWords : inOneLine(selected);
  const address = isAddress ? selected : linkStart;
  const insert = `[${words}](${address})`;
  const mustNameAddress = words !== linkWords;
  const at = start + (mustNameAddress ? words.length + 3 : 1);
  const length = mustNameAddress ? address.length : words.length;
  return { from: start, to: end, insert, start: at, end: at + length };
}

/** Marks each selected line, replacing the mark that it had. */
function eachLine(
  { text, start, end }: Selected,
  own: RegExp,
  markOf: (place: number) => string,
): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  // A selection that ends at the start of a line does not include that line.
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
  const replaced = { start: from, end: from + insert.length };
  return {
    from,
    to,
    insert,
    ...(lines.length > 1 ? replaced : { start: replaced.end, end: replaced.end }),
  };
}
