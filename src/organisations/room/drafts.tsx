import { useQuery } from '#kit/client/use-query.ts';
import { Card } from '#kit/ui/card.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import type { RoomDraft } from '#organisations/thanks/thanks-schema.ts';

/** The unpublished drafts; nothing without any. */
export function Drafts({ path, pathOf }: { path: string; pathOf: (id: string) => string }) {
  const { value, problem, reload } = useQuery<RoomDraft[]>(path);
  if (problem && !value) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value || value.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="drafts" className="mb-6">
      <h2 id="drafts" className="text-xl">
        書きかけ・確認待ち
      </h2>
      <ul className="mt-2 divide-y divide-dashed divide-line">
        {value.map(({ id, title, state, note, changedBy, changedAt }) => (
          <li key={id} className="py-3">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link to={pathOf(id)} className="font-bold text-coral-dark underline wrap-anywhere">
                {title}
              </Link>
              {state === 'waiting' ? (
                <Chip tone="honey">運営の確認待ち</Chip>
              ) : note ? (
                <Chip tone="error">差し戻し</Chip>
              ) : (
                <Chip>下書き</Chip>
              )}
            </p>
            {state === 'draft' && note && <p className="mt-1 text-sm">理由：{note}</p>}
            <p className="text-sm text-ink-2">
              {formatDateTime(changedAt)} {changedBy}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
