import { useEffect, useRef } from 'react';
import type { Draft } from './use-draft.ts';

/** Says that a draft was restored, with a button to start over and a choice to store nothing in this browser. */
export function DraftNotice({ draft }: { draft: Draft }) {
  return (
    <div className="space-y-3">
      <div role="status">
        {draft.isRestored && (
          <p className="flex flex-wrap items-center justify-between gap-x-4 rounded-tile bg-honey-soft px-5 py-2 text-ink">
            前回の入力を復元しました
            <button
              type="button"
              className="min-h-11 font-bold underline underline-offset-4"
              onClick={draft.startOver}
            >
              最初から
            </button>
          </p>
        )}
      </div>
      <SharedComputer draft={draft} />
    </div>
  );
}

function SharedComputer({ draft: { isShared, setShared } }: { draft: Draft }) {
  const box = useRef<HTMLInputElement>(null);
  const latest = useRef(setShared);
  useEffect(() => {
    latest.current = setShared;
  });
  // The box may have been ticked before hydration.
  useEffect(() => {
    if (box.current?.checked) latest.current(true);
  }, []);
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm text-ink">
      <input
        ref={box}
        type="checkbox"
        className="size-6 shrink-0 cursor-pointer accent-coral"
        checked={isShared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      <span className="[word-break:auto-phrase]">
        共用のパソコンを使っています（入力内容をこの端末に残しません）
      </span>
    </label>
  );
}
