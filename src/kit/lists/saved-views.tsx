import { type FormEvent, useState } from 'react';
import { api, apiResponse } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';

type SavedView = { id: string; name: string; query: string };
const path = '/api/office/views';

/** The operator's saved selections of a list: to open, save and delete. */
export function SavedViews({
  list,
  query,
  pathOf,
  isOpen,
  onClose,
}: {
  /** The list's name at the API. */
  list: string;
  /** The current selection without the keyword, which may be a name. */
  query: string;
  pathOf: (query: string) => string;
  isOpen: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog isOpen={isOpen} title="保存した条件" onClose={onClose}>
      <Views {...{ list, query, pathOf, onClose }} />
    </Dialog>
  );
}

function Views({
  list,
  query,
  pathOf,
  onClose,
}: {
  list: string;
  query: string;
  pathOf: (query: string) => string;
  onClose: () => void;
}) {
  const { value: views, problem, reload } = useQuery<SavedView[]>(`${path}?list=${list}`);
  const removal = useSubmission(
    async (view: SavedView) => {
      await apiResponse(`${path}/${encodeURIComponent(view.id)}`, { method: 'DELETE' });
      return view;
    },
    {
      onDone({ name }) {
        showToast(`「${name}」を削除しました。`);
        reload();
      },
    },
  );
  if (problem) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!views) return <Skeleton lines={4} label="保存した条件を読み込んでいます" />;
  return (
    <div className="grid gap-5">
      {views.length === 0 ? (
        <p>よく使う絞り込みに名前をつけて、ここに残せます。</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {views.map((view) => (
            <li key={view.id} className="flex items-center justify-between gap-3">
              <Link
                to={pathOf(view.query)}
                onClick={onClose}
                className="flex min-h-11 min-w-0 grow items-center font-bold wrap-anywhere text-coral-dark underline underline-offset-4"
              >
                {view.name}
              </Link>
              <button
                type="button"
                aria-label={`「${view.name}」を削除`}
                aria-disabled={removal.isPending}
                onClick={() => removal.send(view)}
                className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sand"
              >
                <Icon name="trash" className="size-5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <SubmitError message={removal.message} />
      <NewView {...{ list, query }} onSaved={reload} />
    </div>
  );
}

function NewView({ list, query, onSaved }: { list: string; query: string; onSaved: () => void }) {
  const [name, setName] = useState('');
  const submission = useSubmission(
    (typed: string) => api<SavedView>(path, { body: { list, name: typed, query } }),
    {
      onDone() {
        showToast(`「${name.trim()}」を保存しました。`);
        setName('');
        onSaved();
      },
    },
  );
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') void submission.send(name.trim());
  };
  return (
    <form onSubmit={save}>
      <label className="block">
        <span className="font-bold">いまの条件に名前をつけて保存</span>
        <span className="block text-sm text-ink-2">
          絞り込みと並び順が残ります。探した言葉は残りません。同じ名前は置き換えます。
        </span>
        <input
          required
          maxLength={40}
          autoComplete="off"
          className="control mt-2"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <SubmitError message={submission.message} />
      <div className="mt-3 flex justify-end">
        <Button type="submit" size="small" isBusy={submission.isPending}>
          保存する
        </Button>
      </div>
    </form>
  );
}
