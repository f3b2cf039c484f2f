import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import {
  controlProps,
  Field,
  type FieldProps,
  maxLengthFor,
  textOf,
} from '#kit/forms/fields/field.tsx';
import { isImeKey } from '#kit/forms/fields/ime.ts';
import type { FormFields } from '#kit/forms/use-form.ts';
import { Button } from '#kit/ui/button.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { RichText } from '#kit/ui/text/rich-text.tsx';
import { letterCount } from '#kit/values/text/letter-count.ts';
import { maxMarkdownLetters } from '#kit/values/text/rich-text.ts';
import { editFor, type Mark } from './edit-markdown.ts';
import {
  type MarkdownPreviewState,
  type PreviewMarkdown,
  useMarkdownPreview,
} from './use-markdown-preview.ts';

const usualHelp =
  '改行はそのまま表示されます。見出しや太字などは、上のボタンで付けられます。画像やHTMLは使えません。';

/**
 * A Markdown text with a toolbar and its preview: side by side, on a phone in tabs. `preview` asks the server, which
 * alone can render it.
 */
export function MarkdownField({
  form,
  path,
  label,
  required,
  optional,
  help = usualHelp,
  rows = 14,
  maxLength = maxMarkdownLetters,
  preview,
}: FieldProps & {
  form: FormFields;
  path: string;
  rows?: number;
  /** Maximum length by the form's schema. */
  maxLength?: number;
  preview: PreviewMarkdown;
}) {
  const binding = form.register(path);
  const text = textOf(binding.value);
  const [view, setView] = useState<MarkdownView>('write');
  const shown = useMarkdownPreview(text, preview);
  const { area, mark, onKeyDown } = useMarks(text, binding.change);
  // An error switches to the tab for writing.
  useEffect(() => {
    if (form.summons > 0) setView('write');
  }, [form.summons]);
  const ids = { write: `${binding.id}-write`, preview: `${binding.id}-preview` };
  const panel = 'min-w-0 narrow:block';
  const tabs = { write: `${ids.write}-tab`, preview: `${ids.preview}-tab` };
  return (
    <div className="min-w-0">
      <MarkdownViewTabs label={label} view={view} ids={ids} tabs={tabs} onChoose={setView} />
      <div className="grid gap-6 narrow:grid-cols-2">
        <div
          id={ids.write}
          role="tabpanel"
          aria-labelledby={tabs.write}
          className={`${panel} ${view === 'write' ? '' : 'hidden'}`}
        >
          <Field
            binding={binding}
            label={label}
            required={required}
            optional={optional}
            help={help}
          >
            <MarkdownToolbar controls={binding.id} onMark={mark} />
            <textarea
              {...controlProps(binding, help)}
              ref={area}
              className="control block"
              rows={rows}
              maxLength={maxLengthFor(maxLength)}
              value={text}
              onChange={(event) => binding.change(event.currentTarget.value)}
              onKeyDown={onKeyDown}
              onBlur={binding.blur}
              onCompositionStart={binding.compositionStart}
              onCompositionEnd={binding.compositionEnd}
            />
            <LetterCount text={text} most={maxLength} />
          </Field>
        </div>
        <div
          id={ids.preview}
          role="tabpanel"
          aria-labelledby={tabs.preview}
          className={`${panel} ${view === 'preview' ? '' : 'hidden'}`}
        >
          <MarkdownPreviewPane label={label} shown={shown} />
        </div>
      </div>
    </div>
  );
}

function LetterCount({ text, most }: { text: string; most: number }) {
  const count = letterCount(text);
  const tone = count > most ? 'font-bold text-error' : 'text-ink-2';
  return (
    <p className={`mt-1 text-right text-sm tabular-nums ${tone}`}>
      {count.toLocaleString('ja-JP')}/{most.toLocaleString('ja-JP')}文字
    </p>
  );
}

/** Marks the selection of a text area by buttons and keys, undoable like typing. */
function useMarks(text: string, change: (text: string) => void) {
  const area = useRef<HTMLTextAreaElement>(null);
  const nextSelection = useRef<{ start: number; end: number }>(undefined);
  // React moves the caret to the end when a text is set by code.
  useEffect(() => {
    const selection = nextSelection.current;
    nextSelection.current = undefined;
    if (text && selection) area.current?.setSelectionRange(selection.start, selection.end);
  }, [text]);

  function mark(kind: Mark) {
    const { current } = area;
    if (!current) return;
    const { value, selectionStart, selectionEnd } = current;
    const edit = editFor(kind, { text: value, start: selectionStart, end: selectionEnd });
    nextSelection.current = edit;
    current.focus();
    current.setSelectionRange(edit.from, edit.to);
    // The only way to insert text that can be undone: setting the value clears the undo history.
    const isTyped = document.execCommand('insertText', false, edit.insert);
    if (!isTyped) change(value.slice(0, edit.from) + edit.insert + value.slice(edit.to));
    else current.setSelectionRange(edit.start, edit.end);
  }

  function onKeyDown(event: KeyboardEvent) {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    const kind = shortcuts[event.key.toLowerCase()];
    if (!isShortcut || !kind || isImeKey(event)) return;
    event.preventDefault();
    mark(kind);
  }

  return { area, mark, onKeyDown };
}

const shortcuts: { readonly [key: string]: Mark } = { b: 'strong', k: 'link' };

const buttons: readonly [Mark, label: string, shortcut?: string][] = [
  ['heading', '見出し'],
  ['subheading', '小見出し'],
  ['strong', '太字', 'Control+B'],
  ['bullets', '箇条書き'],
  ['numbers', '番号'],
  ['link', 'リンク', 'Control+K'],
];

/** Buttons that mark the selection of a text. */
function MarkdownToolbar({
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

/** The preview of a text, and why it is outdated, if it is. */
function MarkdownPreviewPane({
  label,
  shown: { blocks, isOld, problem, retry },
}: {
  label: string;
  shown: MarkdownPreviewState;
}) {
  return (
    <fieldset aria-label={`${label}のプレビュー`} aria-busy={isOld && !problem} className="min-w-0">
      <p aria-hidden="true" className="mb-1 text-sm font-bold text-ink-2">
        プレビュー
      </p>
      {problem && (
        <div role="status" className="mb-3 rounded-xl bg-honey-soft px-4 py-3 text-sm">
          <p>{problem}</p>
          <Button variant="outline" size="small" className="mt-2" onClick={retry}>
            もう一度表示する
          </Button>
        </div>
      )}
      <div className="min-h-40 rounded-xl border border-dashed border-line bg-paper px-4 py-4 [overflow-wrap:anywhere]">
        {blocks ? (
          <PreviewText blocks={blocks} />
        ) : (
          !problem && <Skeleton lines={4} label="プレビューを読み込んでいます" />
        )}
      </div>
    </fieldset>
  );
}

function PreviewText({ blocks }: Required<Pick<MarkdownPreviewState, 'blocks'>>) {
  return blocks?.length ? (
    <RichText blocks={blocks} />
  ) : (
    <p className="text-sm text-ink-2">入力すると、ここに仕上がりが表示されます。</p>
  );
}

type MarkdownView = 'write' | 'preview';

const views: readonly [MarkdownView, string][] = [
  ['write', '書く'],
  ['preview', 'プレビュー'],
];
const keys: { readonly [key: string]: MarkdownView } = {
  ArrowLeft: 'write',
  ArrowRight: 'preview',
  Home: 'write',
  End: 'preview',
};

/** On phones, tabs for a text and its preview; elsewhere both are side by side. */
function MarkdownViewTabs({
  label,
  view,
  ids,
  tabs,
  onChoose,
}: {
  label: string;
  view: MarkdownView;
  /** Ids of the panels. */
  ids: Record<MarkdownView, string>;
  /** Ids of the tabs, which label the panels. */
  tabs: Record<MarkdownView, string>;
  onChoose: (view: MarkdownView) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  function onKeyDown(event: KeyboardEvent) {
    const chosen = keys[event.key];
    if (!chosen) return;
    event.preventDefault();
    onChoose(chosen);
    list.current?.querySelector<HTMLElement>(`[aria-controls="${ids[chosen]}"]`)?.focus();
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={`${label}の表示`}
      className="mb-3 flex gap-1 border-b border-line narrow:hidden"
      onKeyDown={onKeyDown}
    >
      {views.map(([name, words]) => (
        <button
          key={name}
          id={tabs[name]}
          type="button"
          role="tab"
          aria-selected={view === name}
          aria-controls={ids[name]}
          tabIndex={view === name ? 0 : -1}
          className="-mb-px min-h-12 border-b-3 border-transparent px-4 font-bold text-ink-2 aria-selected:border-coral aria-selected:text-coral-dark"
          onClick={() => onChoose(name)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}
