import type { Mark } from './edit-markdown.ts';

const buttons: readonly [Mark, label: string, shortcut?: string][] = [
  ['heading', '見出し'],
  ['subheading', '小見出し'],
  ['strong', '太字', 'Control+B'],
  ['bullets', '箇条書き'],
  ['numbers', '番号'],
  ['link', 'リンク', 'Control+K'],
];

/** Buttons that mark the selection of a text. */
export function MarkdownToolbar({
  controls,
  onMark,
}: {
  /** The id of the text area. */
  controls: string;
  onMark: (mark: Mark) => void;
}) {
  return (
    <fieldset aria-controls={controls} className="mb-2 flex min-w-0 flex-wrap gap-1">
      <legend className="sr-only">文字の飾り</legend>
      {buttons.map(([mark, label, shortcut]) => (
        <button
          key={mark}
          type="button"
          aria-keyshortcuts={shortcut}
          className="min-h-11 rounded-lg border border-input bg-paper px-3 text-sm font-bold hover:bg-sand"
          onClick={() => onMark(mark)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
