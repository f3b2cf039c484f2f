import { type KeyboardEvent, useRef } from 'react';

export type MarkdownView = 'write' | 'preview';

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
export function MarkdownViewTabs({
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
