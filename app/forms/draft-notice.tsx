import type { Draft } from './use-draft.ts';

/** Says that a draft was restored, with a button to start over; nothing where there was none. */
export function DraftNotice({ draft }: { draft: Draft }) {
  return (
    <div role="status">
      {draft.isRestored && (
        <p className="flex flex-wrap items-center justify-between gap-x-4 rounded-tile bg-honey-soft px-5 py-2 text-ink">
          前回の続きから入力できます
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
  );
}
